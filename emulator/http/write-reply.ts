import type { IncomingMessage, ServerResponse } from "node:http"
import type { Reply } from "./reply.ts"

/** Writes an answer to a socket. Throws, with nothing sent, where a header can't be sent as it is. */
export function writeReply({ status, headers, body }: Reply, outgoing: ServerResponse): void {
  if (body === null) {
    outgoing.writeHead(status, headers).end()
  } else if (typeof body === "string" || body instanceof Uint8Array) {
    // In this order: performance.md, "spread".
    outgoing.writeHead(status, { "content-length": Buffer.byteLength(body), ...headers }).end(body)
  } else {
    outgoing.writeHead(status, headers)
    outgoing.flushHeaders()
    void pump(body, outgoing)
  }
}

/** An answer to a request that came on a socket. */
export interface Answered {
  readonly reply: Reply
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** Writes an answer, or cuts the connection where it can't be sent as it is; what is left of the request goes by unread. */
export function sendReply({ reply, incoming, outgoing }: Answered): void {
  try {
    writeReply(reply, outgoing)
  } catch {
    outgoing.destroy()
  }
  if (!incoming.complete) letGoBy(incoming)
}

/** How long a client that goes on sending what was answered already may pause, how long it may take, and how much it may send. */
const PAUSE_MS = 1000
const UNREAD_MS = 10_000
const UNREAD_BYTES = 512 * 1_048_576

/** Lets the rest of a body go by unread, so that the client hears the answer and can use its connection again; not for ever. */
function letGoBy(incoming: IncomingMessage): void {
  const cut = () => incoming.destroy()
  const pause = setTimeout(cut, PAUSE_MS).unref()
  const whole = setTimeout(cut, UNREAD_MS).unref()
  const stop = () => {
    clearTimeout(pause)
    clearTimeout(whole)
  }
  let room = UNREAD_BYTES
  const drop = (chunk: Uint8Array) => {
    room -= chunk.length
    if (room < 0) cut()
    else pause.refresh()
  }
  incoming.on("data", drop).once("end", stop).once("close", stop).resume()
}

async function pump(stream: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  const reader = stream.getReader()
  outgoing.once("close", () => void reader.cancel().catch(() => {}))
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      if (!outgoing.write(value)) await new Promise((resolve) => outgoing.once("drain", resolve).once("close", resolve))
    }
    outgoing.end()
  } catch {
    outgoing.destroy()
  }
}
