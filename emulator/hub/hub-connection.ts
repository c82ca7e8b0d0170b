import type { UId } from "../../src/model/index.ts"
import {
  CLOSE,
  closeBecause,
  HANDSHAKE,
  type HubMessage,
  handshakeRefused,
  messagesOf,
  PING,
  ProtocolError,
  unknownMethod,
} from "./messages.ts"
import type { UnsentBytes } from "./unsent-bytes.ts"

/** Maximum time for the handshake. */
const HANDSHAKE_MS = 15_000
const PING_MS = 15_000
/** Maximum time without a message from the client. */
const SILENCE_MS = 60_000
/** Maximum time from the server's closing message until the client closes the connection. */
const GOODBYE_MS = 5_000

/** A connection that carries text in both directions, such as a WebSocket. */
export interface Channel {
  /** Sends a text and returns its number of bytes. Later calls `sent`, when the system has accepted the text or can't send it any more. */
  send(text: string, sent: () => void): number
  /** Closes the channel after all texts are sent. */
  close(): void
  /** Closes the channel at once. */
  terminate(): void
}

/** Properties of a new connection. Times are in milliseconds by a clock that never goes back. */
export interface ConnectionParts {
  readonly channel: Channel
  readonly uId: UId
  readonly token: string
  /** Version of the world when the connection was opened. The client is not notified of earlier changes. */
  readonly since: number
  readonly now: number
  readonly unsent: UnsentBytes
}

const EXPECTED_HANDSHAKE = '"protocol":"json","version":1'

/** A user's connection to the hub: handshake, pings and messages (hub.md section 1). */
export class HubConnection {
  readonly uId: UId
  readonly token: string
  readonly since: number
  readonly #channel: Channel
  readonly #unsent: UnsentBytes
  #phase: "greeting" | "open" | "closing" | "closed" = "greeting"
  #unsentBytes = 0
  /** Time of the last phase change. */
  #phaseAt: number
  #heardAt: number
  #pingedAt: number

  constructor({ channel, uId, token, since, now, unsent }: ConnectionParts) {
    this.#channel = channel
    this.uId = uId
    this.token = token
    this.since = since
    this.#unsent = unsent
    this.#phaseAt = now
    this.#heardAt = now
    this.#pingedAt = now
  }

  /** Number of bytes that the system has not accepted yet. */
  get unsentBytes(): number {
    return this.#unsentBytes
  }

  /** Handles a frame of the client. */
  received(frame: string, now: number): void {
    this.#heardAt = now
    const replies: string[] = []
    try {
      for (const message of messagesOf(frame)) {
        if (this.#phase === "greeting") this.#greet(message, now)
        else if (this.#phase === "open") this.#hear(message, replies, now)
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      this.close(this.#phase === "greeting" ? handshakeRefused(error.message) : closeBecause(error.message), now)
    }
    if (replies.length > 0 && this.#phase === "open") this.#send(replies.join(""))
  }

  /** Handles a frame that is not text. */
  receivedBinary(now: number): void {
    this.close(closeBecause("the hub accepts only text frames"), now)
  }

  /** Notifies the client of an event, if the handshake is complete. */
  notify(text: string): void {
    if (this.#phase === "open") this.#send(text)
  }

  /** Sends a last message and closes the connection. */
  close(last: string, now: number): void {
    if (this.#phase === "closing" || this.#phase === "closed") return
    this.#enter("closing", now)
    this.#send(last)
    this.#channel.close()
  }

  /** Closes the connection at once. */
  terminate(): void {
    if (this.#phase === "closed") return
    this.#phase = "closed"
    this.#unsent.changed(this, -this.#unsentBytes)
    this.#unsentBytes = 0
    this.#channel.terminate()
  }

  /** Sends a due ping, and closes a connection whose client was silent for too long. Called about once a second. */
  tick(now: number): void {
    const inPhase = now - this.#phaseAt
    if (this.#phase === "greeting" && inPhase >= HANDSHAKE_MS) {
      this.close(handshakeRefused("no handshake within 15 s"), now)
    } else if (this.#phase === "closing" && inPhase >= GOODBYE_MS) this.terminate()
    if (this.#phase !== "open") return
    if (now - this.#heardAt >= SILENCE_MS) this.close(closeBecause("no message within 60 s"), now)
    else if (now - this.#pingedAt >= PING_MS) {
      this.#pingedAt = now
      this.#send(PING)
    }
  }

  #enter(phase: "open" | "closing", now: number): void {
    this.#phase = phase
    this.#phaseAt = now
  }

  #greet({ protocol, version }: HubMessage, now: number): void {
    if (protocol !== "json" || version !== 1)
      throw new ProtocolError(`the handshake must contain ${EXPECTED_HANDSHAKE}`)
    this.#enter("open", now)
    this.#pingedAt = now
    this.#send(HANDSHAKE)
  }

  #hear({ type, invocationId }: HubMessage, replies: string[], now: number): void {
    if (typeof type !== "number") throw new ProtocolError("a message must have a type")
    if (type === 7) this.close(CLOSE, now)
    else if ((type === 1 || type === 4) && typeof invocationId === "string") replies.push(unknownMethod(invocationId))
  }

  #send(text: string): void {
    const bytes = this.#channel.send(text, () => {
      if (this.#phase === "closed") return
      this.#unsentBytes -= bytes
      this.#unsent.changed(this, -bytes)
    })
    this.#unsentBytes += bytes
    this.#unsent.changed(this, bytes)
  }
}
