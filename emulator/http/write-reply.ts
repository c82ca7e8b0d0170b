import type { IncomingMessage, ServerResponse } from "node:http"
import type { Reply } from "./reply.ts"

/** Writes an answer to a socket. Throws, with nothing sent, where a header can't be sent as it is. */
export function writeReply({ status, headers, body }: Reply, outgoing: ServerResponse): void {
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, headers)
    outgoing.flushHeaders()
    void pump(body, outgoing)
  } else if (body === null) {
    outgoing.writeHead(status, headers).end()
  } else {
    outgoing.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body)
  }
}

/** An answer that waits for its turn to be written. */
interface Answered {
  readonly reply: Reply
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/**
 * Writes the answers of one turn of the event loop together, at its end: each write may wake a client, which costs more than most
 * answers, and clients that are awake already cost nothing.
 */
export function replyWriter(): (answered: Answered) => void {
  let waiting: Answered[] = []
  const writeAll = () => {
    const batch = waiting
    waiting = []
    for (const { reply, incoming, outgoing } of batch) {
      try {
        writeReply(reply, outgoing)
      } catch {
        outgoing.destroy()
      }
      // What nobody wanted to read is let go by, so that the connection can be used again.
      if (!incoming.complete) incoming.resume()
    }
  }
  return (answered) => {
    if (waiting.length === 0) setImmediate(writeAll)
    waiting.push(answered)
  }
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
