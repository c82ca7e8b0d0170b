import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import type { WebSocket, WebSocketServer } from "ws"
import type { Admitted } from "../api/index.ts"
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

  /** Completes the handshake of a WebSocket whose request was admitted. */
  accept(incoming: IncomingMessage, socket: Duplex, head: Buffer, admitted: Admitted): void {
    this.#server.handleUpgrade(incoming, socket, head, (webSocket) => this.#open(webSocket, admitted))
  }

  #open(socket: WebSocket, admitted: Admitted): void {
    const hub = this.#hub
    const connection = hub.open(admitted, channelOf(socket))
    socket.on("message", (data: Buffer, isBinary: boolean) => {
      if (isBinary) hub.receivedBinary(connection)
      else hub.received(connection, data.toString())
    })
    // The library closes the socket after an error.
    socket.on("error", () => {})
    socket.on("close", () => hub.left(admitted.named, connection))
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
