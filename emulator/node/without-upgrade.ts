import type { IncomingMessage, Server } from "node:http"
import type { Duplex } from "node:stream"

/** Headers that ask for another protocol. */
const UPGRADE_HEADERS: ReadonlySet<string> = new Set(["upgrade", "http2-settings"])

/**
 * Passes a request to the server again, without the headers that ask for another protocol. Node offers no other way to
 * answer such a request over HTTP once it emits upgrades. Java's HTTP client, for example, first asks for HTTP/2.
 */
export function serveWithoutUpgrade(server: Server, incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = incoming
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    const value = rawHeaders[at + 1] as string
    if (UPGRADE_HEADERS.has(name.toLowerCase())) continue
    const left = name.toLowerCase() === "connection" ? withoutAsking(value) : value
    if (left !== "" || value === "") lines.push(`${name}: ${left}`)
  }
  if (head.length > 0) socket.unshift(head)
  socket.unshift(Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"))
  server.emit("connection", socket)
}

const withoutAsking = (connection: string): string =>
  connection
    .split(",")
    .map((token) => token.trim())
    .filter((token) => !UPGRADE_HEADERS.has(token.toLowerCase()))
    .join(", ")
