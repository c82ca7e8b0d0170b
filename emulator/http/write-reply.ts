import type { ServerResponse } from "node:http"
import type { Reply } from "./reply.ts"

/** Writes an answer to a socket. Throws, with nothing sent, where a header can't be sent as it is. */
export function writeReply({ status, headers, body }: Reply, outgoing: ServerResponse): void {
  for (const name in headers) outgoing.setHeader(name, headers[name] as string)
  outgoing.statusCode = status
  if (body instanceof ReadableStream) {
    outgoing.flushHeaders()
    void pump(body, outgoing)
  } else if (body === null) {
    outgoing.end()
  } else {
    outgoing.end(body)
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
