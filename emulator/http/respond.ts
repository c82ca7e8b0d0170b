import type { Context } from "hono"
import type { Reply } from "../wire/reply.ts"

/**
 * The answer as fetch has it. HEAD is answered with the headers of the answer to GET. The headers go as they are: Hono's own
 * `Headers` would have to be written out again for the socket.
 */
export function respond({ req }: Pick<Context, "req">, { status, headers, body }: Reply): Response {
  if (req.method !== "HEAD" || body === null) return new Response(body, { status, headers })
  const length = typeof body === "string" ? new TextEncoder().encode(body).length : body.byteLength
  return new Response(null, { status, headers: { ...headers, "content-length": String(length) } })
}

/** What @hono/node-server does not write out: the answer to somebody who is cut off. */
export const nothingToSend = (): Response => new Response(null, { headers: { "x-hono-already-sent": "true" } })
