import type { Context } from "hono"
import { LongText } from "../wire/long-text.ts"
import type { Reply } from "../wire/reply.ts"
import type { AppEnv } from "./app-env.ts"

/** More bytes than this are sent in parts of this size: an answer of all of them would be a copy, held as long as its client is slow. */
const PART_BYTES = 262_144

/** The request that is answered, with what its server handed on. */
export type AnsweredContext = Pick<Context, "req" | "env">

/**
 * The answer as fetch has it. HEAD is answered with the headers of the answer to GET. The headers go as they are: Hono's own
 * `Headers` would have to be written out again for the socket.
 */
export function respond({ req, env }: AnsweredContext, { status, headers, body }: Reply): Response {
  const isHead = req.method === "HEAD"
  if (body === null) return new Response(null, { status, headers })
  const isInParts = body instanceof LongText || (typeof body !== "string" && body.length > PART_BYTES)
  if (!isHead && !isInParts) return new Response(body, { status, headers })
  const length = typeof body === "string" ? new TextEncoder().encode(body).length : body.byteLength
  const withLength = { status, headers: { ...headers, "content-length": String(length) } }
  if (isHead && body instanceof LongText) body.release()
  const { outgoing }: AppEnv["Bindings"] = env ?? {}
  return new Response(isHead ? null : sendable(body, outgoing && (() => outgoing.destroy())), withLength)
}

/** A body as fetch takes it. `cutOff` ends the connection. */
export function sendable(body: Reply["body"], cutOff?: () => void): string | Uint8Array | ReadableStream | null {
  if (body instanceof LongText) return body.stream(cutOff)
  return body instanceof Uint8Array && body.length > PART_BYTES ? partsOf(body) : body
}

function partsOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream(
    {
      pull(controller) {
        // A copy: who reads it must not be able to change what is stored.
        controller.enqueue(new Uint8Array(bytes.subarray(at, at + PART_BYTES)))
        at += PART_BYTES
        if (at >= bytes.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

/** What @hono/node-server does not write out: the answer to somebody who is cut off. */
export const nothingToSend = (): Response => new Response(null, { headers: { "x-hono-already-sent": "true" } })
