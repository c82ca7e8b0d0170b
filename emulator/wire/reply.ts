import { invalidParams } from "../../src/inside.ts"
import { isLongJson, type JsonParts, jsonPieces } from "../presenters/json-pieces.ts"
import { JsonText } from "../presenters/json-text.ts"
import { MAX_ANSWER_BYTES } from "./answer-room.ts"
import { LongText, type LongTextLimit, shortOrLong } from "./long-text.ts"

/** An answer that is more than 200 with JSON. */
export class Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | LongText | null
  /** Remarks that the body has no room for: the request log tells them. */
  readonly remarks: readonly string[]

  constructor(
    status: number,
    headers: Readonly<Record<string, string>>,
    body: Reply["body"],
    remarks: readonly string[] = [],
  ) {
    this.status = status
    this.headers = headers
    this.body = body
    this.remarks = remarks
  }
}

export const isReply = (value: unknown): value is Reply => value instanceof Reply

export const JSON_TYPE = "application/json; charset=utf-8"

const JSON_HEADERS = { "content-type": JSON_TYPE }

/** JSON with a status of its own. */
export const jsonReply = (status: number, value: unknown): Reply =>
  new Reply(status, JSON_HEADERS, value instanceof JsonText ? value.text : JSON.stringify(value))

/** JSON that may be long: then it is written as it is sent. */
export const anyJsonReply = (status: number, value: unknown): Reply =>
  isLongJson(value) ? longJsonReply(status, value) : jsonReply(status, value)

/** JSON that is written as it is sent, refused where it is longer than an answer may be. */
export const longJsonReply = (status: number, value: unknown, limit: LongTextLimit = ANSWER_LIMIT): Reply =>
  new Reply(status, JSON_HEADERS, new LongText(() => jsonPieces(value), limit))

const ANSWER_LIMIT: LongTextLimit = {
  most: MAX_ANSWER_BYTES,
  beyond() {
    const wayOut = "ask for fewer items a page, or leave linked items and lookups out"
    throw invalidParams(`the answer is longer than ${MAX_ANSWER_BYTES / 1_048_576} MiB: ${wayOut}`)
  },
}

/** JSON that is written already, or in parts because it is long. */
export const partsReply = (value: JsonText | JsonParts, limit?: LongTextLimit): Reply =>
  value instanceof JsonText ? jsonReply(200, value) : longJsonReply(200, value, limit)

/** CSV of any length. */
export const csvReply = (pieces: () => Iterable<string>): Reply =>
  new Reply(200, { "content-type": "text/csv; charset=utf-8" }, shortOrLong(pieces))

/** What a header can't hold is written in percent form, so that no text can end the header. */
export const redirectReply = (location: string): Reply =>
  new Reply(
    302,
    { location: location.replaceAll(/\p{Surrogate}/gu, "\ufffd").replaceAll(/[^!-~]+/g, encodeURIComponent) },
    null,
  )

/** Longest content type that is answered. Worlds from fixtures may have longer ones. */
const LONGEST_TYPE = 255

export const bytesReply = (contentType: string, bytes: Uint8Array, headers: Record<string, string> = {}): Reply => {
  const type = contentType.length > LONGEST_TYPE ? "application/octet-stream" : contentType
  return new Reply(200, { "content-type": type, ...headers }, bytes)
}

/** The same answer with more headers. */
export const withHeaders = (reply: Reply, more: Readonly<Record<string, string>>): Reply =>
  new Reply(reply.status, { ...reply.headers, ...more }, reply.body, reply.remarks)

/** `null` with remarks beside it, whose number a header tells. */
export const nullReply = (remarks: readonly string[]): Reply =>
  new Reply(200, { ...JSON_HEADERS, "x-hexarium-findings": String(remarks.length) }, "null", remarks)

/** No body, only headers. */
export const emptyReply = (status: number, headers: Record<string, string>): Reply => new Reply(status, headers, null)

export const textReply = (contentType: string, text: string, headers: Record<string, string> = {}): Reply =>
  new Reply(200, { "content-type": contentType, ...headers }, text)
