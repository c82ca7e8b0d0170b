import type { DueEvent } from "../../src/inside.ts"
import { LogRoom } from "./log-room.ts"
import type { RequestEntry } from "./request-entry.ts"
import { Ring } from "./ring.ts"

/**
 * The latest requests of a world, oldest first, apart from them as many entries of what followed from them or was due, and who wants
 * to hear of new ones.
 */
export class RequestLog {
  readonly #size: number
  readonly #room: LogRoom
  readonly #requests: Ring<RequestEntry>
  readonly #caused: Ring<RequestEntry>
  #answered = 0
  #traces = 0
  readonly #ofDue = new WeakMap<DueEvent, RequestEntry>()
  readonly #listeners = new Set<(entry: RequestEntry) => void>()
  readonly #followers = new Set<(entry: RequestEntry) => void>()
  readonly #closing = new AbortController()

  /** `room`: what it may hold, together with the other logs of the server. */
  constructor(size: number, room: LogRoom = new LogRoom()) {
    this.#size = size
    this.#room = room
    this.#requests = new Ring(size)
    this.#caused = new Ring(size)
  }

  append(entry: RequestEntry): void {
    this.#answered += 1
    entry.id = this.#answered
    const pushedOut = (entry.cause === null ? this.#requests : this.#caused).push(entry)
    if (pushedOut !== undefined && pushedOut !== entry) {
      this.#room.release(pushedOut)
      pushedOut.leave()
    }
    if (this.#size > 0 && !this.closed.aborted) this.#room.hold(entry)
    if (entry.cause === null) for (const listener of this.#listeners) listener(entry)
    for (const follower of this.#followers) follower(entry)
  }

  /** A number for entries that follow from each other. */
  nextTrace(): number {
    this.#traces += 1
    return this.#traces
  }

  /** The first entry of something that was due: `entry`, unless there is one already. */
  firstOf(due: DueEvent, entry: RequestEntry): RequestEntry {
    const first = this.#ofDue.get(due) ?? entry
    this.#ofDue.set(due, first)
    return first
  }

  /** The requests. */
  entries(): RequestEntry[] {
    return this.#requests.toArray()
  }

  /** The requests, the calls of scripts and what was due, in the order in which they ended. */
  allEntries(): RequestEntry[] {
    return [...this.#requests.toArray(), ...this.#caused.toArray()].sort((left, right) => left.id - right.id)
  }

  /** Forgets all entries; numbers go on. */
  clear(): void {
    for (const ring of [this.#requests, this.#caused]) {
      for (const entry of ring.toArray()) this.#room.release(entry)
      ring.clear()
    }
  }

  /** Called with each request as it is answered. The answer ends the subscription. */
  subscribe(listener: (entry: RequestEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Called with each entry, also of what followed from another or was due. The answer ends the subscription. */
  follow(listener: (entry: RequestEntry) => void): () => void {
    this.#followers.add(listener)
    return () => void this.#followers.delete(listener)
  }

  /** Aborted when the world goes away or the server stops: nothing is to be waited for any more. */
  get closed(): AbortSignal {
    return this.#closing.signal
  }

  close(): void {
    this.#closing.abort()
    for (const entry of this.allEntries()) this.#room.release(entry)
  }
}
