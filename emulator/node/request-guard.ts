import type { IncomingMessage, ServerResponse } from "node:http"
import { hostname } from "node:os"
import type { Duplex } from "node:stream"
import { type Hosts, hostGuard, isLoopback } from "../api/index.ts"
import { type Reply, sendable } from "../wire/index.ts"
import { discardRest } from "./discard-rest.ts"
import { findStranger } from "./find-stranger.ts"
import { endWith } from "./raw-response.ts"

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

/** Host names of this machine, which only its own programs may use (control.md section 4). */
export const machineNames = (): string[] => [hostname()]

/** Checks the host of each request before it reaches the listener's code (control.md section 4). */
export class RequestGuard {
  readonly #listener: GuardedListener
  /** Hosts in requests of this machine, and of others. */
  readonly #own: Hosts
  readonly #others: Hosts

  /** `allowedHosts` are accepted in addition to the loopback hosts. */
  constructor(allowedHosts: readonly string[], listener: GuardedListener) {
    this.#listener = listener
    this.#own = hostGuard([...allowedHosts, ...machineNames()])
    this.#others = hostGuard(allowedHosts)
  }

  /** Responds to a request. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    guardConnection(outgoing, () => {
      const stranger = this.#findStranger(incoming)
      if (stranger === undefined) {
        this.#listener.answer(incoming, outgoing)
        return
      }
      const { status, headers, body } = this.#listener.refuse(incoming, stranger)
      discardRest(incoming)
      outgoing.writeHead(status, headers).end(body)
    })
  }

  /** Returns whether `upgrade` takes the request, or the response is sent over HTTP. */
  mayUpgrade(incoming: IncomingMessage): boolean {
    return this.#listener.mayUpgrade(incoming)
  }

  /** Takes over the connection of a request for another protocol. */
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    guardConnection(socket, () => {
      const stranger = this.#findStranger(incoming)
      if (stranger === undefined) {
        this.#listener.upgrade(incoming, socket, head)
        return
      }
      socket.on("error", () => {})
      const { status, headers, body } = this.#listener.refuse(incoming, stranger)
      void endWith(socket, new Response(sendable(body), { status, headers }))
    })
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
