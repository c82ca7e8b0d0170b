import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { jsonReply, type Reply } from "../../wire/index.ts"
import { noServer, type PassParts, refusalToPass } from "./pass-request.ts"
import { passedOn, pathOfTarget } from "./passed-headers.ts"

/** Maximum number of WebSockets at a time. */
const MAX_SOCKETS = 1000

export const asksForWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" && headers.upgrade?.toLowerCase() === "websocket"

const tooManySockets = () =>
  jsonReply(503, { error: "the recorder has too many WebSockets", error_code: "SYSTEM_ERROR" })

/** Formats the head of a response. `headers` is a list of names and values in turn. */
type RawHead = (status: number, statusText: string | undefined, headers: readonly string[]) => Buffer

/** Passes WebSockets on to the upstream server. The recording contains the request and the response, but no messages. */
export class PassedSockets {
  readonly #parts: PassParts
  readonly #rawHead: RawHead
  readonly #open = new Set<Duplex>()

  constructor(parts: PassParts, rawHead: RawHead) {
    this.#parts = parts
    this.#rawHead = rawHead
  }

  pass(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { link, log } = this.#parts
    socket.on("error", () => socket.destroy())
    const refused = refusalToPass(incoming, link)
    const answer = refused ?? (this.#open.size >= MAX_SOCKETS ? tooManySockets() : undefined)
    if (answer !== undefined) {
      this.#end(socket, answer)
      return
    }
    this.#keep(socket)
    const startedAt = new Date()
    const began = performance.now()
    const path = pathOfTarget(incoming.url ?? "") ?? "/"
    const requestHeaders = passedOn(incoming.rawHeaders)
    const sent = link.begin(incoming, path, requestHeaders, "websocket")
    const record = (response: IncomingMessage, responseHeaders: readonly string[]) => {
      const traffic = {
        startedAt,
        ms: performance.now() - began,
        method: "GET",
        url: link.urlOf(path),
        httpVersion: `HTTP/${incoming.httpVersion}`,
        requestHeaders,
        requestBody: Buffer.alloc(0),
        status: response.statusCode ?? 502,
        statusText: response.statusMessage ?? "",
        responseHeaders,
        responseBody: Buffer.alloc(0),
      }
      log.add(traffic, () => {})
    }
    socket.once("close", () => sent.destroy())
    sent.on("error", () => this.#end(socket, noServer(link)))
    sent.on("upgrade", (response, server, serverHead) => {
      this.#keep(server)
      server.on("error", () => server.destroy())
      const passed = passedOn(response.rawHeaders)
      record(response, passed)
      const switching = ["Connection", "Upgrade", "Upgrade", "websocket"]
      socket.write(this.#rawHead(101, response.statusMessage, [...passed, ...switching]))
      if (serverHead.length > 0) socket.write(serverHead)
      if (head.length > 0) server.write(head)
      server.pipe(socket).pipe(server)
      server.once("close", () => socket.destroy())
      socket.once("close", () => server.destroy())
    })
    sent.on("response", (response) => {
      const passed = passedOn(response.rawHeaders)
      record(response, passed)
      socket.write(
        this.#rawHead(response.statusCode ?? 502, response.statusMessage, [...passed, "Connection", "close"]),
      )
      response.on("error", () => socket.destroy())
      response.pipe(socket)
    })
    sent.end()
  }

  /** Closes all connections. */
  close(): void {
    for (const socket of this.#open) socket.destroy()
  }

  #keep(socket: Duplex): void {
    this.#open.add(socket)
    socket.once("close", () => this.#open.delete(socket))
  }

  #end(socket: Duplex, { status, headers, body }: Reply): void {
    if (socket.destroyed) return
    const bytes = Buffer.from(String(body ?? ""))
    const length = ["content-length", String(bytes.length), "connection", "close"]
    socket.end(Buffer.concat([this.#rawHead(status, undefined, [...Object.entries(headers).flat(), ...length]), bytes]))
  }
}
