import type { Context } from "hono"
import { LongText } from "../wire/long-text.ts"
import type { Reply } from "../wire/reply.ts"

/**
 * The answer as fetch has it. HEAD is answered with the headers of the answer to GET. The headers go as they are: Hono's own
 * `Headers` would have to be written out again for the socket.
 */
export function respond({ req }: Pick<Context, "req">, { status, headers, body }: Reply): Response {
  if (req.method !== "HEAD" || body === null) {
    const length = body instanceof LongText ? { "content-length": String(body.byteLength) } : {}
    return new Response(sendable(body), { status, headers: { ...headers, ...length } })
  }
  const length = typeof body === "string" ? new TextEncoder().encode(body).length : body.byteLength
  return new Response(null, { status, headers: { ...headers, "content-length": String(length) } })
}

/** A body as fetch takes it. */
export const sendable = (body: Reply["body"]) => (body instanceof LongText ? body.stream() : body)

/** What @hono/node-server does not write out: the answer to somebody who is cut off. */
export const nothingToSend = (): Response => new Response(null, { headers: { "x-hono-already-sent": "true" } })
