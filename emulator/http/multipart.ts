import { Busboy, type BusboyInstance } from "@fastify/busboy"
import { invalidParams } from "../../src/index.ts"
import type { FilePart } from "./handler.ts"
import { MAX_UPLOAD_BYTES, tooLarge } from "./limits.ts"
import type { WireRequest } from "./wire-request.ts"

/** A multipart/form-data body: text parts by name (the last of a name counts), files in order. */
export interface Form {
  readonly fields: Readonly<Record<string, string>>
  readonly files: readonly FilePart[]
}

const MAX_PARTS = 1000
/** Room for what a body holds besides the contents of its parts. */
const MAX_OVERHEAD_BYTES = 1_048_576

/**
 * Reads a multipart/form-data body while it arrives. Names are data: they are handed on as they were sent, with paths and all.
 * Refuses what is malformed, and what is larger than `maxBytes` as soon as that is known.
 */
export async function readForm(
  { headers, body }: Pick<WireRequest, "headers" | "body">,
  maxBytes = MAX_UPLOAD_BYTES,
): Promise<Form> {
  const contentType = headers.get("content-type")
  if (body === null && contentType === null) return { fields: {}, files: [] }
  if (contentType === null || !/^multipart\/form-data\s*(?:;|$)/i.test(contentType)) {
    throw invalidParams(`the body must be multipart/form-data, not ${contentType ?? "untyped"}`)
  }
  if (Number(headers.get("content-length") ?? 0) > maxBytes + MAX_OVERHEAD_BYTES) throw tooLarge(maxBytes)

  const parts = new Parts(maxBytes)
  const parser = parts.parserOf(contentType)
  const finished = new Promise<void>((resolve, reject) => parser.once("finish", resolve).once("error", reject))
  finished.catch(() => {})
  let received = 0
  try {
    for await (const chunk of body ?? []) {
      received += chunk.length
      if (received > maxBytes + MAX_OVERHEAD_BYTES) throw tooLarge(maxBytes)
      const drained = parser.write(chunk) || new Promise((resolve) => parser.once("drain", resolve))
      await Promise.race([drained, finished])
      parts.throwProblem()
    }
    parser.end()
    await finished
  } catch (error) {
    parts.throwProblem()
    if (error instanceof Error && error.name !== "DomainError") throw malformed(error.message)
    throw error
  }
  parts.throwProblem()
  return parts.form()
}

const malformed = (why: string) => invalidParams(`the body is not valid multipart/form-data: ${why}`)

/** Browsers write these three characters of a name so (WHATWG HTML, "multipart/form-data"). */
const unescapeName = (name: string): string =>
  name.replace(/%(?:22|0D|0A)/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))

/** Collects the parts that the parser finds, and the first reason to refuse them. */
class Parts {
  readonly #maxBytes: number
  readonly #fields: [string, string][] = []
  readonly #files: FilePart[] = []
  #bytes = 0
  #problem: Error | undefined

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  parserOf(contentType: string): BusboyInstance {
    let parser: BusboyInstance
    try {
      parser = new Busboy({
        headers: { "content-type": contentType },
        preservePath: true,
        limits: { parts: MAX_PARTS, fieldSize: this.#maxBytes },
      })
    } catch (error) {
      throw malformed((error as Error).message)
    }
    parser.on("partsLimit", () => this.#refuse(malformed(`more than ${MAX_PARTS} parts`)))
    parser.on("field", (name: string | undefined, value, _nameCut, valueCut) => {
      if (valueCut) this.#refuse(tooLarge(this.#maxBytes))
      this.#count(Buffer.byteLength(value))
      if (this.#isNamed(name)) this.#fields.push([unescapeName(name), value])
    })
    parser.on("file", (name: string | undefined, stream, filename: string | undefined, _encoding, contentType) => {
      const chunks: Buffer[] = []
      stream.on("error", () => {})
      stream.on("data", (chunk: Buffer) => {
        if (this.#count(chunk.length)) chunks.push(chunk)
      })
      stream.on("end", () => {
        const bytes = Buffer.concat(chunks)
        const isLeftEmpty = (filename ?? "") === "" && bytes.length === 0
        if (!this.#isNamed(name) || isLeftEmpty) return
        this.#files.push({ name: unescapeName(name), filename: unescapeName(filename ?? ""), contentType, bytes })
      })
    })
    return parser
  }

  throwProblem(): void {
    if (this.#problem !== undefined) throw this.#problem
  }

  form(): Form {
    return { fields: Object.fromEntries(this.#fields), files: this.#files }
  }

  #refuse(problem: Error): void {
    this.#problem ??= problem
  }

  #count(bytes: number): boolean {
    this.#bytes += bytes
    if (this.#bytes > this.#maxBytes) this.#refuse(tooLarge(this.#maxBytes))
    return this.#problem === undefined
  }

  #isNamed(name: string | undefined): name is string {
    if (name === undefined) this.#refuse(malformed("a part has no name"))
    return name !== undefined
  }
}
