import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** How many requests may wait for their turn on a connection; with more of them it is cut. */
const WAITING = 1000

/**
 * The connections of a server, with what is being answered on each. Kept by connection, not as one set of answers: such a set is
 * made anew every few requests, and each that has become old carries all answers of the next one into the old objects of the heap.
 */
export class Connections {
  readonly #answers = new Map<Socket, ServerResponse[]>()
  #isClosing = false

  opened(socket: Socket): void {
    this.#answers.set(socket, [])
    socket.once("close", () => this.#answers.delete(socket))
  }

  /**
   * From now until it is closed, this is being answered; `answer` does it when the answers before it on the connection were written,
   * so that a client who sends requests and reads no answers makes no more of them.
   */
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
    else if (answers.length > WAITING) socket.destroy()
    else {
      before.once("close", () => {
        if (!socket.destroyed) answer()
      })
    }
  }

  /** Each connection ends with what is being answered on it. */
  lastAnswers(): void {
    this.#isClosing = true
    for (const answers of this.#answers.values()) {
      for (const outgoing of answers) if (!outgoing.headersSent) outgoing.setHeader("connection", "close")
    }
  }

  /** Cuts connections on which nothing is being answered, those that were opened and never used among them. */
  cutIdle(): void {
    for (const [socket, answers] of this.#answers) if (answers.length === 0) socket.destroy()
  }

  #answered(answers: ServerResponse[], outgoing: ServerResponse): void {
    answers.splice(answers.indexOf(outgoing), 1)
    if (this.#isClosing) this.cutIdle()
  }
}
