import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Maximum number of open requests on one connection. A client that pipelines more requests is disconnected. */
const MAX_WAITING_REQUESTS = 1000

/**
 * A server's connections with their open responses. Each connection has its own list. One set for all connections would
 * often be rebuilt by V8, and outdated copies would keep finished responses in memory.
 */
export class Connections {
  readonly #answers = new Map<Socket, ServerResponse[]>()
  #isClosing = false

  opened(socket: Socket): void {
    this.#answers.set(socket, [])
    socket.once("close", () => this.#answers.delete(socket))
  }

  /** Stops watching a connection, because its protocol changes. Returns false if the connection still has an open response. */
  handedOver(socket: Socket): boolean {
    if ((this.#answers.get(socket)?.length ?? 0) > 0) return false
    this.#answers.delete(socket)
    return true
  }

  /** Registers a response. Calls `answer` once all earlier responses of the connection are closed. */
  answering({ socket }: IncomingMessage, outgoing: ServerResponse, answer: () => void): void {
    const answers = this.#answers.get(socket)
    if (this.#isClosing) outgoing.setHeader("connection", "close")
    if (answers === undefined) {
      answer()
      return
    }
    const before = answers.at(-1)
    answers.push(outgoing)
    outgoing.on("close", () => this.#answered(answers, outgoing))
    if (before === undefined) answer()
    else if (answers.length > MAX_WAITING_REQUESTS) socket.destroy()
    else {
      before.once("close", () => {
        if (!socket.destroyed) answer()
      })
    }
  }

  /** Makes each connection close after its open responses are sent. */
  lastAnswers(): void {
    this.#isClosing = true
    for (const answers of this.#answers.values()) {
      for (const outgoing of answers) if (!outgoing.headersSent) outgoing.setHeader("connection", "close")
    }
  }

  /** Closes all connections that have no open response, including those on which no request has arrived. */
  cutIdle(): void {
    for (const [socket, answers] of this.#answers) if (answers.length === 0) socket.destroy()
  }

  #answered(answers: ServerResponse[], outgoing: ServerResponse): void {
    answers.splice(answers.indexOf(outgoing), 1)
    if (this.#isClosing) this.cutIdle()
  }
}
