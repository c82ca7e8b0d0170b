import { type IncomingMessage, type Server, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { invalidParams } from "../../src/model/index.ts"
import { systemTimer } from "../../src/ports/index.ts"
import { type Admitted, type Hosts, presentError } from "../api/index.ts"
import type { App } from "../app.ts"
import { emptyReply, jsonReply, type Reply, sendable } from "../wire/index.ts"
import type { Connections } from "./connections.ts"
import { findStranger, refuseStranger } from "./find-stranger.ts"
import { serveWithoutUpgrade } from "./without-upgrade.ts"

const HUB_PATH = /^(?:\/w\/[^/?#]+)?\/hub(?:[?#]|$)/

interface UpgradeParts {
  readonly app: App
  readonly hosts: Hosts
  readonly connections: Connections
}

/** Opens WebSockets to the hub (hub.md section 1). Loads the hub with the first request for one. All other upgrades are declined. */
export class Upgrades {
  readonly #parts: UpgradeParts
  #hub: ReturnType<typeof loadHub> | undefined
  #isClosed = false
  /** Resolves when the latest request may be handled. */
  #turn: Promise<void> = Promise.resolve()

  constructor(parts: UpgradeParts) {
    this.#parts = parts
  }

  /** Handles the server's requests for another protocol. */
  serve(server: Server): void {
    server.on("upgrade", (incoming, socket, head) => {
      // A response to an earlier request of the connection must not be mixed with the new protocol.
      if (!this.#parts.connections.handedOver(incoming.socket)) socket.destroy()
      else if (asksForHub(incoming)) void this.#open(incoming, socket, head)
      else serveWithoutUpgrade(server, incoming, socket, head)
    })
  }

  /** Closes all connections to the hub soon. */
  close(): void {
    this.#isClosed = true
    void this.#hub?.then(({ hub }) => hub.stop())
  }

  async #open(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const ignore = () => {}
    socket.on("error", ignore)
    // Each request has its own turn of the event loop, so that hundreds of connections at once do not block requests.
    this.#turn = this.#turn.then(() => new Promise((resolve) => setImmediate(resolve)))
    await this.#turn
    try {
      const admitted = await this.#admit(incoming)
      if (admitted instanceof Response) return await refuse(socket, admitted)
      this.#hub ??= loadHub()
      const { hub, webSockets } = await this.#hub
      const { named, uId, entry } = admitted
      if (this.#isClosed || socket.destroyed) {
        socket.destroy()
        entry.cut()
      } else if (!hub.hasRoom(named)) {
        entry.answered(tooManyConnections(), uId)
        await refuse(socket, responseOf(tooManyConnections()))
      } else {
        socket.off("error", ignore)
        const isOpen = webSockets.accept(incoming, socket, head, admitted)
        entry.answered(isOpen ? emptyReply(101, {}) : presentError(notWebSocket(), null), uId)
      }
    } catch {
      socket.destroy()
    }
  }

  /** Returns the admitted request, or the response that refuses it. */
  async #admit(incoming: IncomingMessage): Promise<Admitted | Response> {
    const { app, hosts } = this.#parts
    const stranger = findStranger(incoming, hosts)
    if (stranger !== undefined) return responseOf(refuseStranger(incoming, stranger, app.worlds))
    let admitted: Admitted | undefined
    const admit = (found: Admitted) => {
      admitted = found
    }
    const request = new Request(`http://${incoming.headers.host}${incoming.url}`, { headers: headersOf(incoming) })
    const response = await app.fetch(request, { incoming, admit })
    return admitted ?? response
  }
}

async function loadHub() {
  const [{ Hub }, { WebSockets }] = await Promise.all([import("../hub/hub.ts"), import("../hub/web-sockets.ts")])
  const hub = new Hub({ now: () => performance.now(), timer: systemTimer })
  return { hub, webSockets: await WebSockets.load(hub) }
}

const asksForHub = ({ method, headers, url = "" }: IncomingMessage): boolean =>
  method === "GET" && headers.upgrade?.toLowerCase() === "websocket" && HUB_PATH.test(url)

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string)
  return headers
}

const tooManyConnections = (): Reply =>
  jsonReply(503, { error: "the hub has too many connections", error_code: "SYSTEM_ERROR" })

const notWebSocket = () => invalidParams("the request is not a valid WebSocket handshake")

const responseOf = ({ status, headers, body }: Reply): Response => new Response(sendable(body), { status, headers })

/** Sends a response over a connection that Node has given up, and closes the connection. */
async function refuse(socket: Duplex, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  const { status } = response
  const headers = new Headers(response.headers)
  headers.set("connection", "close")
  headers.set("content-length", String(body.length))
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
  ]
  socket.once("finish", () => socket.destroy())
  socket.end(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), body]))
}
