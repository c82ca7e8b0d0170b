import type { ServerResponse } from "node:http"
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
