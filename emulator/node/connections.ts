import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

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

  /** From now until it is closed, this is being answered. */
  answering({ socket }: IncomingMessage, outgoing: ServerResponse): void {
    const answers = this.#answers.get(socket)
    if (answers !== undefined) {
      answers.push(outgoing)
      outgoing.on("close", () => this.#answered(answers, outgoing))
    }
    if (this.#isClosing) outgoing.setHeader("connection", "close")
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
    const at = answers.indexOf(outgoing)
    const last = answers.pop()
    if (last !== undefined && last !== outgoing) answers[at] = last
    if (this.#isClosing) this.cutIdle()
  }
}
