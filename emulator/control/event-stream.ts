import type { Context } from "hono"
import { streamSSE } from "hono/streaming"
import { emptyReply } from "../wire/reply.ts"
import type { RequestEntry } from "../worlds/request-log.ts"
import { answerControl, type ControlEnv, OWN_HEADERS } from "./control-env.ts"
import { presentRequest } from "./presenters/requests.ts"

/** Keeps proxies and clients from taking a quiet stream for a dead one. */
const HEARTBEAT_MS = 15_000

const HEADERS = { "content-type": "text/event-stream" }

/**
 * The requests of a world as server-sent events, each as it is answered: `id` and `data` (the request of the log). `since`:
 * begins with the logged ones after that id. Ends with the world, the server or the client.
 */
export function eventStream(context: Context<ControlEnv>, since: number | undefined): Response {
  if (context.req.method === "HEAD") return answerControl(context, emptyReply(200, HEADERS))
  const { log, world } = context.get("named")
  const ends = [log.closed, context.req.raw.signal]
  const answer = streamSSE(context, async (stream) => {
    const send = (entry: RequestEntry) =>
      void stream.writeSSE({ id: String(entry.id), data: JSON.stringify(presentRequest(world, entry)) })
    const ended = new Promise<void>((resolve) => {
      stream.onAbort(resolve)
      for (const signal of ends) signal.addEventListener("abort", () => resolve(), { once: true })
      if (ends.some((signal) => signal.aborted)) resolve()
    })
    const unsubscribe = log.subscribe(send)
    const heartbeat = setInterval(() => void stream.write(":\n\n"), HEARTBEAT_MS)
    heartbeat.unref?.()
    void stream.write(": requests of the world as they are answered\n\n")
    if (since !== undefined) for (const entry of log.entries()) if (entry.id > since) send(entry)
    await ended
    unsubscribe()
    clearInterval(heartbeat)
  })
  // What streamSSE says of the connection is the server's to say, which may be about to close it.
  for (const name of ["connection", "transfer-encoding"]) answer.headers.delete(name)
  for (const [name, value] of Object.entries(OWN_HEADERS)) answer.headers.set(name, value)
  return answer
}
