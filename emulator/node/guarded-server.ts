import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Duplex } from "node:stream"
import { urlHost } from "../api/index.ts"
import { Connections } from "./connections.ts"
import { paceChunks } from "./pace-chunks.ts"
import { type GuardedListener, RequestGuard } from "./request-guard.ts"
import { serveWithoutUpgrade } from "./without-upgrade.ts"

/** Limits the time for sending headers to 20 s. The time for sending a body is not limited. */
const TIMEOUTS = { headersTimeout: 20_000, requestTimeout: 0 }
const GRACE_MS = 5000

/** Addresses on which a server listens to all networks, with the address at which this machine reaches the server. */
const OF_THIS_MACHINE: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" }

/**
 * The only kind of listener that Hexarium has. Before a request reaches its code, it checks the host (control.md section
 * 4), keeps pipelined requests in order, and joins tiny chunks of bodies. Connections that ask for CONNECT are closed.
 */
export class GuardedServer {
  readonly #server: Server
  readonly #connections = new Connections()
  readonly #guard: RequestGuard

  /** `allowedHosts` are accepted in addition to the loopback hosts. */
  constructor(allowedHosts: readonly string[], listener: GuardedListener) {
    this.#guard = new RequestGuard(allowedHosts, listener)
    this.#server = createServer({ ...TIMEOUTS, requireHostHeader: false }, (incoming, outgoing) => {
      if (incoming.headers["transfer-encoding"] !== undefined) paceChunks(incoming)
      this.#connections.answering(incoming, outgoing, () => this.#guard.answer(incoming, outgoing))
    })
    this.#server.on("connection", (socket) => this.#connections.opened(socket))
    this.#server.on("upgrade", (incoming, socket, head) => this.#upgrade(incoming, socket, head))
  }

  /** Starts to listen. Returns the URL of the address. Rejects if the server can't listen on the address. */
  async listen(port: number, host: string): Promise<string> {
    const server = this.#server
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(port, host, () => {
        server.off("error", reject)
        resolve()
      })
    })
    const { address, port: actualPort } = server.address() as AddressInfo
    return `http://${urlHost(OF_THIS_MACHINE[address] ?? address)}:${actualPort}`
  }

  /** Refuses new connections, waits at most `graceMs` for running requests, then closes the connections that are still open. */
  close(graceMs = GRACE_MS): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#server.closeAllConnections(), graceMs)
      this.#server.close(() => {
        clearTimeout(timer)
        resolve()
      })
      this.#connections.lastAnswers()
      this.#connections.cutIdle()
    })
  }

  #upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    // A response to an earlier request of the connection must not be mixed with the new protocol.
    if (!this.#connections.handedOver(incoming.socket)) socket.destroy()
    else if (this.#guard.mayUpgrade(incoming)) this.#guard.upgrade(incoming, socket, head)
    else serveWithoutUpgrade(this.#server, incoming, socket, head)
  }
}
