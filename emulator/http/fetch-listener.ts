import type { IncomingMessage, ServerResponse } from "node:http"
import { getRequestListener } from "@hono/node-server"
import { invalidParams } from "../../src/index.ts"
import type { App, Transport } from "../app.ts"
import { presentError } from "./errors.ts"
import { writeReply } from "./write-reply.ts"

const ANSWERED = Symbol("answered")
const SOCKET: Transport = { lengthIsTrue: true }

/** Serves requests in the words of fetch, without replacing the process's own `Request` and `Response`. */
export function listenAsFetch(app: App): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  return getRequestListener(
    async (request, { incoming, outgoing }) => {
      const transport: Transport = incoming.method === "GET" ? { lengthIsTrue: true, bodyOfGet: incoming } : SOCKET
      try {
        writeReply(await app.answer(request, transport), outgoing as ServerResponse)
      } catch {
        outgoing.destroy()
      }
      // The answer is written already; of all ways to say so this is the one that costs nothing.
      throw ANSWERED
    },
    {
      overrideGlobalObjects: false,
      errorHandler: (error) => (error === ANSWERED ? undefined : malformed(error)),
    },
  )
}

/** For a request line or header that makes no URL. */
function malformed(error: unknown): Response {
  const { status, headers, body } = presentError(invalidParams((error as Error).message), null)
  return new Response(body as string, { status, headers })
}
