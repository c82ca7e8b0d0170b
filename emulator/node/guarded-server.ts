import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { hostname } from "node:os"
import type { Duplex } from "node:stream"
import { type Hosts, hostGuard, isLoopback, urlHost } from "../api/index.ts"
import { type Reply, sendable } from "../wire/index.ts"
import { Connections } from "./connections.ts"
import { discardRest } from "./discard-rest.ts"
import { findStranger } from "./find-stranger.ts"
import { paceChunks } from "./pace-chunks.ts"
import { endWith } from "./raw-response.ts"
import { serveWithoutUpgrade } from "./without-upgrade.ts"

/** Functions that respond to a listener's requests after the guards. If one throws, only its connection is closed. */
export interface GuardedListener {
  /** Responds to a request. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): void
  /** Returns the response to a request with a host that is not allowed; `host` is empty if it is missing. */
  refuse(incoming: IncomingMessage, host: string): Reply
  /** Returns whether a request for another protocol is passed to `upgrade`. All others are answered over HTTP. */
  mayUpgrade(incoming: IncomingMessage): boolean
  /** Takes over the connection of a request for another protocol. */
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void
}

/** Limits the time for sending headers to 20 s. The time for sending a body is not limited. */
const TIMEOUTS = { headersTimeout: 20_000, requestTimeout: 0 }
const GRACE_MS = 5000

/** Host names of this machine, which only its own programs may use (control.md section 4). */
export const machineNames = (): string[] => [hostname()]

/** Addresses on which a server listens to all networks, with the address at which this machine reaches the server. */
const OF_THIS_MACHINE: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" }

/**
 * The only kind of listener that Hexarium has. Before a request reaches its code, it checks the host (control.md section
 * 4), keeps pipelined requests in order, and joins tiny chunks of bodies. Connections that ask for CONNECT are closed.
 */
export class GuardedServer {
  readonly #server: Server
  readonly #connections = new Connections()
  readonly #listener: GuardedListener
  /** Hosts in requests of this machine, and of others. */
  readonly #own: Hosts
  readonly #others: Hosts

  /** `allowedHosts` are accepted in addition to the loopback hosts. */
  constructor(allowedHosts: readonly string[], listener: GuardedListener) {
    this.#listener = listener
    this.#own = hostGuard([...allowedHosts, ...machineNames()])
    this.#others = hostGuard(allowedHosts)
    this.#server = createServer({ ...TIMEOUTS, requireHostHeader: false }, (incoming, outgoing) => {
      if (incoming.headers["transfer-encoding"] !== undefined) paceChunks(incoming)
      this.#connections.answering(incoming, outgoing, () =>
        guardConnection(outgoing, () => this.#answer(incoming, outgoing)),
      )
    })
    this.#server.on("connection", (socket) => this.#connections.opened(socket))
    this.#server.on("upgrade", (incoming, socket, head) =>
      guardConnection(socket, () => this.#upgrade(incoming, socket, head)),
    )
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

  #answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const stranger = this.#findStranger(incoming)
    if (stranger === undefined) {
      this.#listener.answer(incoming, outgoing)
      return
    }
    const { status, headers, body } = this.#listener.refuse(incoming, stranger)
    discardRest(incoming)
    outgoing.writeHead(status, headers).end(body)
  }

  #upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    // A response to an earlier request of the connection must not be mixed with the new protocol.
    if (!this.#connections.handedOver(incoming.socket)) {
      socket.destroy()
      return
    }
    if (!this.#listener.mayUpgrade(incoming)) {
      serveWithoutUpgrade(this.#server, incoming, socket, head)
      return
    }
    const stranger = this.#findStranger(incoming)
    if (stranger === undefined) {
      this.#listener.upgrade(incoming, socket, head)
      return
    }
    socket.on("error", () => {})
    const { status, headers, body } = this.#listener.refuse(incoming, stranger)
    void endWith(socket, new Response(sendable(body), { status, headers }))
  }

  #findStranger(incoming: IncomingMessage): string | undefined {
    return findStranger(incoming, isLoopback(incoming.socket.remoteAddress ?? "") ? this.#own : this.#others)
  }
}

/** Runs a handler. If it throws, closes its connection instead of ending the process. */
function guardConnection(connection: { destroy(): unknown }, handle: () => void): void {
  try {
    handle()
  } catch {
    connection.destroy()
  }
}
