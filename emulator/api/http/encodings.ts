import { DomainError } from "../../../src/model/index.ts"
import { RefusedBody } from "./errors.ts"

type Chunks = AsyncIterable<Uint8Array>

/** Encodings of request bodies, by their names in Content-Encoding. */
export type Encoding = "gzip" | "deflate" | "br"

/** Decodes a stream. The result throws if the stream is broken, and ends `packed` when it is no longer read. */
export type Unpack = (encoding: Encoding, packed: Chunks) => Chunks

const NAMES: ReadonlyMap<string, Encoding> = new Map([
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["deflate", "deflate"],
  ["br", "br"],
])

const MAX_ENCODINGS = 2
/** Maximum number of characters of an unknown name in the message. */
const SHOWN_CHARACTERS = 40

/** Reads a Content-Encoding header. Returns the encodings in the order in which they were applied, without `identity`. */
export function encodingsOf(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return []
  const names = header
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity")
  const encodings = names.map((name) => NAMES.get(name) ?? refuseEncoding(name))
  if (encodings.length > MAX_ENCODINGS) {
    throw unsupportedEncoding(`expected at most ${MAX_ENCODINGS} encodings, received ${encodings.join(", ")}`)
  }
  return encodings
}

const unsupportedEncoding = (why: string) => new DomainError("INVALID_PARAMS", "encoding", `Content-Encoding: ${why}`)

function refuseEncoding(name: string): never {
  throw unsupportedEncoding(`expected gzip, deflate or br, received ${JSON.stringify(name.slice(0, SHOWN_CHARACTERS))}`)
}

/**
 * Decodes a body that has these encodings. Throws a DomainError if a stream is broken. Each stream may have `limit`
 * bytes; `refuse` throws the error for a longer one.
 */
export function unpackBody(
  packed: Chunks,
  encodings: readonly Encoding[],
  { limit, refuse, unpack = unpackInWeb }: { limit: number; refuse: () => never; unpack?: Unpack | undefined },
): Chunks {
  return encodings.reduceRight(
    (chunks, encoding) => decodeChunks(encoding, unpack, countChunks(chunks, limit, refuse)),
    packed,
  )
}

/** Decodes a stream. An empty stream, which clients send without a body, stays empty. */
async function* decodeChunks(encoding: Encoding, unpack: Unpack, packed: Chunks): Chunks {
  const source = packed[Symbol.asyncIterator]()
  const first = await source.next()
  if (first.done === true) return
  const rest = { [Symbol.asyncIterator]: () => source }
  try {
    yield* unpack(encoding, startingWith(first.value, rest))
  } catch (error) {
    throw error instanceof DomainError ? error : new RefusedBody(`the body is not valid ${encoding}`)
  }
}

async function* startingWith(first: Uint8Array, rest: Chunks): Chunks {
  yield first
  yield* rest
}

async function* countChunks(chunks: Chunks, limit: number, refuse: () => never): Chunks {
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > limit) refuse()
    if (chunk.length > 0) yield chunk
  }
}

/** Decodes with the platform's DecompressionStream. Only some platforms know `br`. */
async function* unpackInWeb(encoding: Encoding, packed: Chunks): Chunks {
  const source = packed[Symbol.asyncIterator]()
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await source.next()
      if (done === true) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
    cancel: async () => void (await source.return?.()),
  })
  const reader = stream.pipeThrough(decoderOf(encoding)).getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function decoderOf(encoding: Encoding): DecompressionStream {
  try {
    return new DecompressionStream((encoding === "br" ? "brotli" : encoding) as "gzip")
  } catch {
    throw unsupportedEncoding(`this platform can't decode ${encoding}`)
  }
}
