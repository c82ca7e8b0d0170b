import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { invalidParams } from "../../src/model/index.ts"
import { systemTimer } from "../../src/ports/index.ts"
import { type Admitted, presentError } from "../api/index.ts"
import type { App } from "../app.ts"
import { emptyReply, jsonReply, type Reply, sendable } from "../wire/index.ts"
import { endWith } from "./raw-response.ts"

const HUB_PATH = /^(?:\/w\/[^/?#]+)?\/hub(?:[?#]|$)/

/** Opens WebSockets to the hub (hub.md section 1). Loads the hub with the first request for one. */
export class Upgrades {
  readonly #app: App
  #hub: ReturnType<typeof loadHub> | undefined
  #isClosed = false
  /** Resolves when the latest request may be handled. */
  #turn: Promise<void> = Promise.resolve()

  constructor(app: App) {
    this.#app = app
  }

  /** Closes all connections to the hub soon. */
  close(): void {
    this.#isClosed = true
    void this.#hub?.then(({ hub }) => hub.stop())
  }

  /** Opens a WebSocket, or sends the response that refuses it. */
  async open(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const ignore = () => {}
    socket.on("error", ignore)
    // Each request has its own turn of the event loop, so that hundreds of connections at once do not block requests.
    this.#turn = this.#turn.then(() => new Promise((resolve) => setImmediate(resolve)))
    await this.#turn
    try {
      const admitted = await this.#admit(incoming)
      if (admitted instanceof Response) return await endWith(socket, admitted)
      this.#hub ??= loadHub()
      const { hub, webSockets } = await this.#hub
      const { named, uId, entry } = admitted
      if (this.#isClosed || socket.destroyed) {
        socket.destroy()
        entry.cut()
      } else if (!hub.hasRoom(named)) {
        entry.answered(tooManyConnections(), uId)
        await endWith(socket, responseOf(tooManyConnections()))
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
    let admitted: Admitted | undefined
    const admit = (found: Admitted) => {
      admitted = found
    }
    const request = new Request(`http://${incoming.headers.host}${incoming.url}`, { headers: headersOf(incoming) })
    const response = await this.#app.fetch(request, { incoming, admit })
    return admitted ?? response
  }
}

async function loadHub() {
  const [{ Hub }, { WebSockets }] = await Promise.all([import("../hub/hub.ts"), import("../hub/web-sockets.ts")])
  const hub = new Hub({ now: () => performance.now(), timer: systemTimer })
  return { hub, webSockets: await WebSockets.load(hub) }
}

/** Returns whether a request asks for a WebSocket to the hub. */
export const asksForHub = ({ method, headers, url = "" }: IncomingMessage): boolean =>
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
