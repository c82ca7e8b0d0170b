import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import type { WebSocket, WebSocketServer } from "ws"
import type { HubUser } from "../api/index.ts"
import type { Hub } from "./hub.ts"
import type { Channel } from "./hub-connection.ts"
import { MAX_MESSAGE_BYTES } from "./messages.ts"

/** Maximum length of a frame, which may contain several messages. */
const MAX_FRAME_BYTES = 2 * MAX_MESSAGE_BYTES

/** Turns HTTP connections into WebSockets, and passes their frames to the hub. */
export class WebSockets {
  readonly #hub: Hub
  readonly #server: WebSocketServer

  private constructor(hub: Hub, server: WebSocketServer) {
    this.#hub = hub
    this.#server = server
  }

  static async load(hub: Hub): Promise<WebSockets> {
    const { WebSocketServer } = await import("ws")
    const server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: MAX_FRAME_BYTES,
      perMessageDeflate: false,
      // Handles one frame per turn of the event loop, so that thousands of small frames do not block requests.
      allowSynchronousEvents: false,
    })
    return new WebSockets(hub, server)
  }

  /** Completes the handshake of a WebSocket. If the request is no valid handshake, refuses it and returns false. */
  accept(incoming: IncomingMessage, socket: Duplex, head: Buffer, user: HubUser): boolean {
    let isOpen = false
    // Without an asynchronous check of clients, the library calls the callback before it returns.
    this.#server.handleUpgrade(incoming, socket, head, (webSocket) => {
      isOpen = true
      this.#open(webSocket, user)
    })
    return isOpen
  }

  #open(socket: WebSocket, user: HubUser): void {
    const hub = this.#hub
    const connection = hub.open(user, channelOf(socket))
    socket.on("message", (data: Buffer, isBinary: boolean) => {
      if (isBinary) hub.receivedBinary(connection)
      else hub.received(connection, data.toString())
    })
    // The library closes the socket after an error.
    socket.on("error", () => {})
    socket.on("close", () => hub.left(user.named, connection))
  }
}

const channelOf = (socket: WebSocket): Channel => ({
  send(text, sent) {
    const bytes = Buffer.from(text)
    socket.send(bytes, { binary: false }, sent)
    return bytes.length
  },
  close: () => socket.close(1000),
  terminate: () => socket.terminate(),
})
