import type { Context } from "hono"
import { countHeld, DomainError, invalidParams } from "../../../src/inside.ts"
import type { AppEnv, IncomingBody } from "../../http/app-env.ts"
import { type JsonLimits, tooLarge, tooManyMembers, tooManyValues, USUAL_LIMITS } from "./limits.ts"

/**
 * A malformed body. Answered with the flat body, whatever shape the operation's own parameter errors have
 * (api.md section 0).
 */
export class RefusedBody extends DomainError {
  constructor(message: string) {
    super("INVALID_PARAMS", "params", message)
  }
}

/** A media type of JSON, with or without parameters. */
const JSON_MEDIA = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

type Body = IncomingBody | null

/** Bodies up to this many bytes are taken in one piece, which is sooner. */
const TAKEN_WHOLE = 65_536

/** Reads the body of a request, and stops reading where it passes `limit` bytes. `told`: the limit that a refusal names. */
export async function readBytes(
  { req, env }: Pick<Context<AppEnv>, "req" | "env">,
  limit: number,
  told = limit,
): Promise<Uint8Array> {
  const declared = req.header("content-length")
  const expected = Number(declared ?? 0)
  if (expected > limit) throw tooLarge(told)
  // A `Request` has no body for a GET. Any other body is taken whole if it is known to be small or somebody has read it before.
  const isCarried = req.method !== "GET" && (req.raw.bodyUsed || (declared !== undefined && expected <= TAKEN_WHOLE))
  const stream = isCarried ? undefined : (env?.incoming ?? req.raw.body)
  if (!isCarried && isReadable(stream)) return readStream(stream, limit, told, expected)
  const bytes = new Uint8Array(await req.arrayBuffer().catch(throwEndedEarly))
  if (bytes.length > limit) throw tooLarge(told)
  return bytes
}

/**
 * Whether a body can be read piece by piece; null is none. Requests of Firefox have no stream of it, and those of WebKit none to loop over:
 * there, in a page that holds it already, it is taken whole.
 */
const isReadable = (body: Body | undefined): body is Body =>
  body === null || (body !== undefined && Symbol.asyncIterator in body)

/** Abandoning a body must not close its connection, or the answer could not be sent. */
async function readStream(body: Body, limit: number, told: number, expected: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let whole: Uint8Array | undefined
  let length = 0
  try {
    for await (const chunk of body?.iterator?.({ destroyOnReturn: false }) ?? body ?? []) {
      const at = length
      length += chunk.length
      if (length > limit) throw tooLarge(told)
      if (length > expected) {
        chunks.push(chunk)
        continue
      }
      // Put where it belongs at once, a large body is in memory once and not three times.
      whole ??= new Uint8Array(expected)
      whole.set(chunk, at)
    }
  } catch (error) {
    if (error instanceof DomainError) throw error
    throwEndedEarly(error)
  }
  if (whole === undefined) return joinChunks(chunks, length)
  // A length that is not what it said comes from callers in process only.
  if (chunks.length === 0) return whole.subarray(0, length)
  const rest = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  return joinChunks([whole.subarray(0, length - rest), ...chunks], length)
}

/** The client went away in the middle of its request, so there is nobody to answer. */
function throwEndedEarly(cause: unknown): never {
  throw invalidParams(`the body ended before its end: ${(cause as Error).message}`)
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

/** The JSON of a body; `{}` for an empty one. */
export function jsonOf(bytes: Uint8Array, contentType: string | null, limits = USUAL_LIMITS): unknown {
  if (bytes.length === 0) return {}
  if (contentType === null || !JSON_MEDIA.test(contentType)) {
    throw new RefusedBody(`the body must be application/json, not ${contentType ?? "untyped"}`)
  }
  return parseJson(bytes, limits)
}

/** Parses a JSON body (api.md section 0: malformed JSON, invalid UTF-8, too deep nesting and the key `__proto__` are refused). */
function parseJson(bytes: Uint8Array, limits: JsonLimits): unknown {
  checkAmount(bytes, limits)
  let text: string
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
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
  return value
}

function checkAmount(bytes: Uint8Array, limits: JsonLimits): void {
  // A value takes two bytes at least, a member five: a text as short as this is within both limits.
  if (bytes.length <= limits.values && bytes.length <= 5 * limits.members) return
  const { values, members } = countHeld(bytes, limits)
  if (values > limits.values) throw tooManyValues(limits.values)
  if (members > limits.members) throw tooManyMembers(limits.members)
}

/** Some of the parser's messages quote the text, in which a password may stand. */
const withoutExcerpt = (message: string): string => message.replace(/, (?:\.{3})?".*is not valid JSON$/s, "")

function checkStructure(value: unknown, maxNesting: number, depth: number): void {
  if (value === null || typeof value !== "object") return
  if (depth > maxNesting) throw new RefusedBody(`the body is nested deeper than ${maxNesting}`)
  if (Array.isArray(value)) {
    for (const element of value) checkStructure(element, maxNesting, depth + 1)
    return
  }
  for (const key of Object.keys(value)) {
    if (key === "__proto__") throw new RefusedBody("the body has a key __proto__, which is not allowed")
    checkStructure((value as Record<string, unknown>)[key], maxNesting, depth + 1)
  }
}
