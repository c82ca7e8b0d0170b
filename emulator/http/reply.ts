/** An answer that is more than 200 with JSON. */
export interface Reply {
  readonly [replyMark]: true
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** A stream is written as it comes (server-sent events). */
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null
}

const replyMark = Symbol("reply")

export const isReply = (value: unknown): value is Reply =>
  typeof value === "object" && value !== null && replyMark in value

const reply = (status: number, headers: Record<string, string>, body: Reply["body"]): Reply => ({
  [replyMark]: true,
  status,
  headers,
  body,
})

export const JSON_TYPE = "application/json; charset=utf-8"

/** JSON with a status of its own. */
export const jsonReply = (status: number, value: unknown): Reply =>
  reply(status, { "content-type": JSON_TYPE }, JSON.stringify(value))

/** What a header can't hold is written in percent form, so that no text can end the header. */
export const redirectReply = (location: string): Reply =>
  reply(
    302,
    { location: location.replaceAll(/\p{Surrogate}/gu, "\ufffd").replaceAll(/[^!-~]+/g, encodeURIComponent) },
    null,
  )

export const bytesReply = (contentType: string, bytes: Uint8Array, headers: Record<string, string> = {}): Reply =>
  reply(200, { "content-type": contentType, ...headers }, bytes)

export const streamReply = (contentType: string, stream: ReadableStream<Uint8Array>): Reply =>
  reply(200, { "content-type": contentType, "cache-control": "no-store" }, stream)

/** The same answer with more headers. */
export const withHeaders = (answer: Reply, headers: Readonly<Record<string, string>>): Reply => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
})

/** No body, only headers. */
export const emptyReply = (status: number, headers: Record<string, string>): Reply => reply(status, headers, null)

export const textReply = (contentType: string, text: string, headers: Record<string, string> = {}): Reply =>
  reply(200, { "content-type": contentType, ...headers }, text)
