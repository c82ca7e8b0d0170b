/** An answer that is more than 200 with JSON. */
export interface Reply {
  readonly [replyMark]: true
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
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

export const redirectReply = (location: string): Reply => reply(302, { location }, null)

export const bytesReply = (contentType: string, bytes: Uint8Array, headers: Record<string, string> = {}): Reply =>
  reply(200, { "content-type": contentType, ...headers }, bytes)

export const textReply = (contentType: string, text: string, headers: Record<string, string> = {}): Reply =>
  reply(200, { "content-type": contentType, ...headers }, text)
