import { promisify } from "node:util"
import * as zlib from "node:zlib"

/** Result of unpacking: the bytes, or the reason why there are none. */
export type UnpackedBody = Buffer | string

type Decoder = (body: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>

const inflate: Decoder = promisify(zlib.inflate)
const inflateRaw: Decoder = promisify(zlib.inflateRaw)
const gunzip: Decoder = promisify(zlib.gunzip)
/** Node 20 lacks this decoder. */
const zstd: unknown = Reflect.get(zlib, "zstdDecompress")

const DECODERS: ReadonlyMap<string, Decoder> = new Map([
  ["gzip", gunzip],
  ["x-gzip", gunzip],
  // Some servers omit the header of the format.
  ["deflate", (body, options) => inflate(body, options).catch(() => inflateRaw(body, options))],
  ["br", promisify(zlib.brotliDecompress) as Decoder],
  ...(typeof zstd === "function" ? [["zstd", promisify(zstd as typeof zlib.gunzip) as Decoder] as const] : []),
])

const MAX_ENCODINGS = 2

/**
 * Undoes the encodings of a Content-Encoding header. `mostBytes` limits the unpacked size: a small body can contain gigabytes.
 */
export async function unpack(body: Buffer, encodings: string | undefined, mostBytes: number): Promise<UnpackedBody> {
  const names = (encodings ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity")
  if (names.length === 0 || body.length === 0) return body
  if (names.length > MAX_ENCODINGS) return "the body has more than two encodings"
  let unpacked = body
  for (const name of names.reverse()) {
    const decoder = DECODERS.get(name)
    if (decoder === undefined) return `the encoding ${JSON.stringify(name.slice(0, 40))} can't be read`
    try {
      unpacked = await decoder(unpacked, { maxOutputLength: mostBytes })
    } catch (error) {
      const isTooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE"
      return isTooLarge ? TOO_LARGE : `the body is not valid ${name}`
    }
  }
  return unpacked
}

export const TOO_LARGE = "the body is too large to be recorded"
