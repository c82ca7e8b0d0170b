import type { Context } from "hono"
import { scanJson, withSources } from "../../../src/fixtures/index.ts"
import { countJson, DomainError, invalidParams } from "../../../src/model/index.ts"
import { requireWellFormed } from "../../../src/model/input/index.ts"
import type { AppEnv, IncomingBody } from "./app-env.ts"
import { encodingsOf, unpackBody } from "./encodings.ts"
import { RefusedBody } from "./errors.ts"
import { type JsonLimits, tooLarge, tooManyMembers, tooManyValues, USUAL_LIMITS } from "./limits.ts"

/** Returns whether a content type is JSON. */
export const isJson = (contentType: string | null): boolean => contentType !== null && JSON_MEDIA.test(contentType)

const JSON_MEDIA = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

type Body = IncomingBody | null

/** Maximum bytes of a body that is read in one step, which is faster than reading chunks. */
const TAKEN_WHOLE = 65_536

/**
 * Reads a request's body, without its Content-Encoding. Refuses a body of more than `limit` bytes, packed or not; the
 * error message states `shownLimit`.
 */
export async function readBytes(
  { req, env }: Pick<Context<AppEnv>, "req" | "env">,
  limit: number,
  shownLimit = limit,
): Promise<Uint8Array> {
  const encodings = encodingsOf(req.header("content-encoding"))
  const declared = req.header("content-length")
  const expected = Number(declared ?? 0)
  if (expected > limit) throw tooLarge(shownLimit)
  // Reads small and already read bodies through Hono. A GET's body is only in the incoming message.
  const isCarried = req.method !== "GET" && (req.raw.bodyUsed || (declared !== undefined && expected <= TAKEN_WHOLE))
  const stream = isCarried ? undefined : (env?.incoming ?? req.raw.body)
  if (encodings.length === 0) {
    if (!isCarried && isReadable(stream)) return readStream(chunksOf(stream), limit, shownLimit, expected)
    const bytes = await readWhole(req)
    if (bytes.length > limit) throw tooLarge(shownLimit)
    return bytes
  }
  const packed = !isCarried && isReadable(stream) ? chunksOf(stream) : oneChunk(await readWhole(req))
  const refuse = () => {
    throw tooLarge(shownLimit)
  }
  return readStream(unpackBody(packed, encodings, { limit, refuse, unpack: env?.unpack }), limit, shownLimit, 0)
}

const readWhole = async (req: Context<AppEnv>["req"]): Promise<Uint8Array> =>
  new Uint8Array(await req.arrayBuffer().catch(throwEndedEarly))

/** Iterates over a body. If the iteration ends early, the connection stays open for the response. */
const chunksOf = (body: Body): AsyncIterable<Uint8Array> =>
  body?.iterator?.({ destroyOnReturn: false }) ?? body ?? oneChunk(new Uint8Array())

async function* oneChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

/**
 * Returns whether a body can be read in chunks; null is an empty body. Firefox requests have no stream and WebKit streams
 * cannot be iterated. Both browsers have the whole body in memory anyway.
 */
const isReadable = (body: Body | undefined): body is Body =>
  body === null || (body !== undefined && Symbol.asyncIterator in body)

/** Reads a body in chunks. `expected` is the number of bytes that the client has declared. */
async function readStream(
  body: AsyncIterable<Uint8Array>,
  limit: number,
  shownLimit: number,
  expected: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let whole: Uint8Array | undefined
  let length = 0
  try {
    for await (const chunk of body) {
      const at = length
      length += chunk.length
      if (length > limit) throw tooLarge(shownLimit)
      if (length > expected) {
        chunks.push(chunk)
        continue
      }
      // Each chunk is copied into the final array, so that memory holds one copy of a large body instead of three.
      whole ??= new Uint8Array(expected)
      whole.set(chunk, at)
    }
  } catch (error) {
    if (error instanceof DomainError) throw error
    throwEndedEarly(error)
  }
  if (whole === undefined) return joinChunks(chunks, length)
  // The body may be shorter than its content-length if the caller is inside this process.
  if (chunks.length === 0) return whole.subarray(0, length)
  const rest = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  return joinChunks([whole.subarray(0, length - rest), ...chunks], length)
}

/** Throws after the client has disconnected during its request. The client cannot receive this error. */
function throwEndedEarly(cause: unknown): never {
  throw invalidParams(`the connection ended before the whole body was received: ${(cause as Error).message}`)
}

function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** Parses a JSON body. Returns `{}` for an empty body, and for `null`, which some clients send instead of no body. */
export function jsonOf(bytes: Uint8Array, contentType: string | null, limits = USUAL_LIMITS): unknown {
  if (bytes.length === 0) return {}
  if (!isJson(contentType)) {
    throw new RefusedBody(`expected an application/json body, received ${contentType ?? "no content type"}`)
  }
  return parseJson(bytes, limits) ?? {}
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Matches escaped surrogates. Valid UTF-8 cannot contain lone surrogates in any other form. */
const SURROGATE = /\\u[dD][89a-fA-F]/

/** Parses JSON. Refuses invalid UTF-8, lone surrogates, too deep nesting and the key `__proto__` (api.md section 0). */
function parseJson(bytes: Uint8Array, limits: JsonLimits): unknown {
  checkAmount(bytes, limits)
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw new RefusedBody("the body is not valid UTF-8")
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new RefusedBody(`the body is not valid JSON: ${withoutExcerpt((error as Error).message)}`)
  }
  checkStructure(value, limits.nesting, 1)
  if (SURROGATE.test(text)) requireWellFormed(value)
  return limits.keepsSources === true ? sourcesOf(value, text) : value
}

/** Replaces numbers whose source differs from their own text, such as `1.10`. Refuses a key that occurs twice. */
function sourcesOf(value: unknown, text: string): unknown {
  const { repeated, inexact } = scanJson(text)
  if (repeated === undefined) return withSources(value, inexact)
  const line = text.slice(0, repeated.offset).split("\n").length
  const key = JSON.stringify(repeated.key)
  throw new RefusedBody(`the key ${key} occurs twice in an object (line ${line}); remove one`)
}

function checkAmount(bytes: Uint8Array, limits: JsonLimits): void {
  // A value takes at least two bytes and a property five, so a body this short cannot exceed either limit.
  if (bytes.length <= limits.values && bytes.length <= 5 * limits.members) return
  const { values, members } = countJson(bytes, limits)
  if (values > limits.values) throw tooManyValues(limits.values)
  if (members > limits.members) throw tooManyMembers(limits.members)
}

/** Removes the quoted part of the body from a parser message, because the body may contain a password. */
const withoutExcerpt = (message: string): string => message.replace(/, (?:\.{3})?".*is not valid JSON$/s, "")

function checkStructure(value: unknown, maxNesting: number, depth: number): void {
  if (value === null || typeof value !== "object") return
  if (depth > maxNesting) throw new RefusedBody(`the body must have at most ${maxNesting} levels of nesting`)
  if (Array.isArray(value)) {
    for (const element of value) checkStructure(element, maxNesting, depth + 1)
    return
  }
  for (const key of Object.keys(value)) {
    if (key === "__proto__") throw new RefusedBody("the body must not have the key __proto__")
    checkStructure((value as Record<string, unknown>)[key], maxNesting, depth + 1)
  }
}
