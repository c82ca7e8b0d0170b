import { isUtf8 } from "node:buffer"
import { readFile, stat } from "node:fs/promises"
import { UpstreamProblem } from "../upstream-problem.ts"
import { TOO_LARGE, unpack } from "./unpack.ts"

/** Size of the largest HAR file, also after it is unpacked. V8 allows no longer strings. */
const MAX_BYTES = 524_288_000
const GZIP = [0x1f, 0x8b]
const ZIP = [0x50, 0x4b]

/** Reads the JSON of a HAR file, also if the file is packed with gzip. Rejects with an `UpstreamProblem` that names the fault. */
export async function readHarText(file: string): Promise<unknown> {
  const packed = await readBytes(file)
  if (startsWith(packed, ZIP)) {
    throw new UpstreamProblem(`${file} is a ZIP archive; unpack it, and pass the HAR file inside`)
  }
  const bytes = startsWith(packed, GZIP) ? await unpack(packed, "gzip", MAX_BYTES) : packed
  if (typeof bytes === "string") {
    throw new UpstreamProblem(bytes === TOO_LARGE ? tooLarge(file) : `${file} is a damaged gzip file; record it again`)
  }
  return parse(textOf(bytes, file), file)
}

const tooLarge = (file: string): string => `${file} is larger than ${MAX_BYTES / 1_048_576} MiB; record fewer requests`

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte)

async function readBytes(file: string): Promise<Buffer> {
  try {
    const { size } = await stat(file)
    if (size > MAX_BYTES) throw new UpstreamProblem(tooLarge(file))
    return await readFile(file)
  } catch (error) {
    if (error instanceof UpstreamProblem) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new UpstreamProblem(
      code === "ENOENT"
        ? `${file} does not exist`
        : code === "EISDIR"
          ? `${file} is a folder; pass a HAR file`
          : message,
    )
  }
}

/** Decodes UTF-8 or UTF-16, without a byte order mark and without the zeros or blanks with which a program padded the file. */
function textOf(bytes: Buffer, file: string): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  if (!isUtf16 && !isUtf8(bytes)) throw new UpstreamProblem(`${file} is not a text, so it is not a HAR file`)
  const text = bytes.toString(isUtf16 ? "utf16le" : "utf8").replace(/^\uFEFF/, "")
  let end = text.length
  while (end > 0 && (text.charCodeAt(end - 1) === 0 || text.charCodeAt(end - 1) === 0x20)) end -= 1
  const trimmed = text.slice(0, end)
  if (trimmed.trim() === "") throw new UpstreamProblem(`${file} is empty`)
  return trimmed
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UpstreamProblem(`${file} ${faultOf(text, (error as Error).message)}`)
  }
}

/** Describes why a text is not JSON, by V8's message. */
function faultOf(text: string, message: string): string {
  if (!/^\s*[{[]/.test(text)) return "is not JSON, so it is not a HAR file"
  const at = /at position (\d+)/.exec(message)?.[1]
  if (at === undefined ? /end of JSON/.test(message) : Number(at) >= text.trimEnd().length) {
    return "is cut off: the JSON ends early; record it again"
  }
  if (/after JSON/.test(message)) return `has other data after the end of its JSON, at character ${at}`
  return `is not JSON, so it is not a HAR file${at === undefined ? "" : `: the mistake is at character ${at}`}`
}
