import type { Context } from "hono"
import { DataUrl } from "../../src/fixtures/index.ts"
import {
  type Code,
  type DomainError,
  invalidParams,
  type RefusalCause,
  type RefusalStep,
} from "../../src/model/index.ts"
import { MAX_ANSWER_BYTES, type Outgoing } from "./answer-room.ts"
import { LongText, type LongTextLimit, shortOrLong } from "./long-text.ts"

/** Maximum length of a body that reserves no memory in the `AnswerRoom`. */
const MAX_FREE_LENGTH = 16_384

/** The step that refused a request, and the response's code (errors.md section 2). */
export interface RefusedStep {
  readonly step: RefusalStep
  readonly code: Code
}

export interface RefusedReply extends RefusedStep {
  readonly error: DomainError
}

/** An HTTP response: status, headers and body. */
export class Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | LongText | null
  /** Remarks for the request log; the body has no place for them. */
  readonly remarks: readonly string[]
  /** Causes of a refusal for the request log; the body never contains them (errors.md section 1). */
  readonly causes: readonly RefusalCause[]
  /** The refusal, for explanations and the request log; null for other responses and for those of planned faults. */
  readonly refused: RefusedReply | null

  constructor(
    status: number,
    headers: Readonly<Record<string, string>>,
    body: Reply["body"],
    remarks: readonly string[] = [],
    causes: readonly RefusalCause[] = [],
    refused: RefusedReply | null = null,
  ) {
    this.status = status
    this.headers = headers
    this.body = body
    this.remarks = remarks
    this.causes = causes
    this.refused = refused
  }

  /** Number of bytes to reserve for a long body until it is sent; 0 if no reservation is needed. */
  get heldBytes(): number {
    const { body } = this
    if (body instanceof LongText) return body.isMeasured ? 0 : MAX_ANSWER_BYTES
    return typeof body === "string" && body.length > MAX_FREE_LENGTH ? body.length : 0
  }
}

export const JSON_TYPE = "application/json; charset=utf-8"

const JSON_HEADERS = { "content-type": JSON_TYPE }

export const jsonReply = (status: number, value: unknown): Reply =>
  new Reply(status, JSON_HEADERS, JSON.stringify(value))

/** Returns a JSON reply. If the JSON is long, it is generated while the reply is sent. */
export const anyJsonReply = (status: number, value: unknown, limit?: LongTextLimit): Reply =>
  isLongJson(value) ? longJsonReply(status, value, limit) : jsonReply(status, value)

/** Returns a reply whose JSON is generated while the reply is sent. If the JSON exceeds the limit, `limit.beyond` is called. */
export const longJsonReply = (status: number, value: unknown, limit: LongTextLimit = ANSWER_LIMIT): Reply =>
  new Reply(status, JSON_HEADERS, new LongText(() => jsonPieces(value), limit))

/** Returns a reply with JSON that `pieces` generates while the reply is sent. */
export const longTextReply = (pieces: () => Iterable<string>): Reply =>
  new Reply(200, JSON_HEADERS, new LongText(pieces, ANSWER_LIMIT))

/** Creates the error for a response that exceeds the limit. */
export function tooLongAnswer(): DomainError {
  const wayOut = "request fewer items per page, or omit linked items and lookups"
  return invalidParams(`the response is longer than ${MAX_ANSWER_BYTES / 1_048_576} MiB; ${wayOut}`)
}

const ANSWER_LIMIT: LongTextLimit = {
  most: MAX_ANSWER_BYTES,
  beyond() {
    throw tooLongAnswer()
  },
}

export const csvReply = (pieces: () => Iterable<string>): Reply =>
  new Reply(200, { "content-type": "text/csv; charset=utf-8" }, shortOrLong(pieces))

/** Returns a redirect. Percent-encodes characters that a header can't contain, which also prevents header injection. */
export const redirectReply = (location: string): Reply =>
  new Reply(
    302,
    { location: location.replaceAll(/\p{Surrogate}/gu, "\ufffd").replaceAll(/[^!-~]+/g, encodeURIComponent) },
    null,
  )

/** Maximum length of a content type to send. Content types in fixtures may be longer. */
const MAX_TYPE_CHARACTERS = 255

export const bytesReply = (contentType: string, bytes: Uint8Array, headers: Record<string, string> = {}): Reply => {
  const type = contentType.length > MAX_TYPE_CHARACTERS ? "application/octet-stream" : contentType
  return new Reply(200, { "content-type": type, ...headers }, bytes)
}

export const withHeaders = (reply: Reply, more: Readonly<Record<string, string>>): Reply =>
  new Reply(
    reply.status,
    Object.assign({}, reply.headers, more),
    reply.body,
    reply.remarks,
    reply.causes,
    reply.refused,
  )

/** Adds a refusal and its causes. Several refused roots of a document have more causes than the first refusal. */
export const withRefusal = (
  { status, headers, body, remarks }: Reply,
  error: DomainError,
  code: Code,
  causes: readonly RefusalCause[] = error.refusal.causes ?? [],
): Reply => new Reply(status, headers, body, remarks, causes, { step: error.reason, code, error })

/** Returns a reply with the JSON `null`. The header `x-hexarium-findings` contains the number of remarks. */
export const nullReply = (remarks: readonly string[]): Reply =>
  new Reply(200, { ...JSON_HEADERS, "x-hexarium-findings": String(remarks.length) }, "null", remarks)

export const emptyReply = (status: number, headers: Record<string, string>): Reply => new Reply(status, headers, null)

export const textReply = (contentType: string, text: string, headers: Record<string, string> = {}): Reply =>
  new Reply(200, { "content-type": contentType, ...headers }, text)

/** Maximum bytes of a binary body to send at once. Larger ones are sent in parts, so that slow clients need little memory. */
const PART_BYTES = 262_144

export type AnsweredContext = Pick<Context, "req" | "env">

/** Converts a reply to a `Response`; omits the body for HEAD. Headers stay a plain object, which is faster to write than `Headers`. */
export function respond({ req, env }: AnsweredContext, { status, headers, body }: Reply): Response {
  const isHead = req.method === "HEAD"
  if (body === null) return new Response(null, { status, headers })
  const isInParts = body instanceof LongText || (typeof body !== "string" && body.length > PART_BYTES)
  if (!isHead && !isInParts) return new Response(body, { status, headers })
  const length = typeof body === "string" ? new TextEncoder().encode(body).length : body.byteLength
  const withLength = { status, headers: { ...headers, "content-length": String(length) } }
  if (isHead && body instanceof LongText) body.release()
  const outgoing: Outgoing | undefined = env?.outgoing
  return new Response(isHead ? null : sendable(body, outgoing && (() => outgoing.destroy())), withLength)
}

/** Converts a reply's body to a body for `Response`. `cutOff` is called to disconnect a client that stops reading. */
export function sendable(body: Reply["body"], cutOff?: () => void): string | Uint8Array | ReadableStream | null {
  if (body instanceof LongText) return body.stream(cutOff)
  return body instanceof Uint8Array && body.length > PART_BYTES ? partsOf(body) : body
}

function partsOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream(
    {
      pull(controller) {
        // Copies the bytes, because the reader may change them.
        controller.enqueue(new Uint8Array(bytes.subarray(at, at + PART_BYTES)))
        at += PART_BYTES
        if (at >= bytes.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Returns a response that @hono/node-server does not send, because the client has disconnected. */
export const nothingToSend = (): Response => new Response(null, { headers: { "x-hono-already-sent": "true" } })

/** Values with an estimated JSON length (see `weigh`) below this number are stringified in one call. */
const PIECE = 65_536
/** Estimated length of a value's quotes and commas in JSON, besides its text. */
const VALUE = 16
/** JSON of at least this estimated length is generated in pieces while it is sent. */
const LONG_CHARACTERS = 1_048_576

/** Returns whether a value's JSON may be very long. A few items may suffice, because each contains the titles of items it looks up. */
export const isLongJson = (value: unknown): boolean => weigh(value, LONG_CHARACTERS) >= LONG_CHARACTERS

/** Yields the JSON of a value in pieces of at most about 400,000 characters. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (typeof value === "string" && value.length >= PIECE) yield* piecesOfText(value)
  else if (value instanceof DataUrl) yield* piecesOfDataUrl(value)
  else if (typeof value !== "object" || value === null || weigh(value, PIECE) < PIECE) yield JSON.stringify(value)
  else if (Array.isArray(value)) yield* piecesOfList(value)
  else yield* piecesOfObject(value as Members)
}

/** Yields slices of a string. No slice ends between the two halves of a surrogate pair. */
function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(at + PIECE, text.length)
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end += 1
    yield text.slice(at, end)
    at = end
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** Estimates the length of a value's JSON. Stops once the estimate reaches `most`. */
export function weigh(value: unknown, most: number): number {
  if (typeof value === "string") return VALUE + value.length
  if (typeof value !== "object" || value === null) return VALUE
  // `JSON.stringify` can't write a DataUrl. With this estimate, `jsonPieces` writes it separately.
  if (value instanceof DataUrl) return PIECE
  let weight = VALUE
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && weight < most; at += 1) weight += weigh(value[at], most - weight)
  } else {
    for (const name in value) {
      if (weight >= most) break
      weight += name.length + weigh((value as Members)[name], most - weight)
    }
  }
  return weight
}

type Members = Readonly<Record<string, unknown>>

function* piecesOfText(text: string): Generator<string> {
  yield '"'
  for (const slice of slicesOf(text)) yield JSON.stringify(slice).slice(1, -1)
  yield '"'
}

function* piecesOfDataUrl(url: DataUrl): Generator<string> {
  yield JSON.stringify(url.head).slice(0, -1)
  yield* url.base64Pieces()
  yield '"'
}

function* piecesOfObject(value: Members): Generator<string> {
  let before = "{"
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    before = ","
    yield* jsonPieces(member)
  }
  yield before === "{" ? "{}" : "}"
}

/** Yields a list's JSON. Small elements are stringified together; one by one would take a third longer. */
function* piecesOfList(list: readonly unknown[]): Generator<string> {
  let before = "["
  for (let at = 0; at < list.length; ) {
    yield before
    before = ","
    let weight = weigh(list[at], PIECE)
    if (weight >= PIECE) {
      yield* jsonPieces(list[at])
      at += 1
      continue
    }
    let end = at + 1
    for (; end < list.length; end += 1) {
      weight += weigh(list[end], PIECE)
      if (weight >= PIECE) break
    }
    yield JSON.stringify(list.slice(at, end)).slice(1, -1)
    at = end
  }
  yield "]"
}
