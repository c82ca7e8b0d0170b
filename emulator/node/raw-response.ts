import { STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"

/** Formats the head of a response. `headers` is a list of names and values in turn. */
export function rawHead(status: number, statusText: string | undefined, headers: readonly string[]): Buffer {
  const lines = [`HTTP/1.1 ${status} ${statusText ?? STATUS_CODES[status] ?? ""}`]
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`)
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1")
}

/** Sends a response over a connection that Node has given up, and closes the connection. */
export async function endWith(socket: Duplex, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.set("connection", "close")
  headers.set("content-length", String(body.length))
  socket.once("finish", () => socket.destroy())
  socket.end(Buffer.concat([rawHead(response.status, undefined, [...headers].flat()), body]))
}
