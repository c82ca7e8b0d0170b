import { type Reply, streamReply } from "../http/reply.ts"
import { presentRequest } from "../presenters/control/requests.ts"
import type { NamedWorld } from "../worlds.ts"
import type { RequestEntry } from "./request-log.ts"

/** Keeps proxies and clients from taking a quiet stream for a dead one. */
const HEARTBEAT_MS = 15_000

/**
 * The requests of a world as server-sent events, each as it is answered: `id` and `data` (the request of the log). `since`:
 * begins with the logged ones after that id. Ends with the world, the server or the client.
 */
export function eventStream({ world, log }: NamedWorld, since: number | undefined, gone: AbortSignal): Reply {
  const encoder = new TextEncoder()
  let stop = () => {}
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text))
      const send = (entry: RequestEntry) =>
        write(`id: ${entry.id}\ndata: ${JSON.stringify(presentRequest(world, entry))}\n\n`)
      const unsubscribe = log.subscribe(send)
      const heartbeat = setInterval(() => write(":\n\n"), HEARTBEAT_MS)
      heartbeat.unref()
      stop = () => {
        unsubscribe()
        clearInterval(heartbeat)
        for (const signal of [log.closed, gone]) signal.removeEventListener("abort", end)
      }
      const end = () => {
        stop()
        controller.close()
      }
      for (const signal of [log.closed, gone]) signal.addEventListener("abort", end)
      write(": requests of the world as they are answered\n\n")
      if (since !== undefined) for (const entry of log.entries()) if (entry.id > since) send(entry)
      if (log.closed.aborted || gone.aborted) end()
    },
    cancel: () => stop(),
  })
  return streamReply("text/event-stream", stream)
}
