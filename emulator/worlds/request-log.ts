import type { DueEvent } from "../../src/model/records/index.ts"
import type { RequestEntry } from "./request-entry.ts"

/**
 * Keeps a world's latest requests and, separately, the same number of entries of due work and of calls by scripts.
 * Notifies listeners of new entries.
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

  /** `room` is the memory shared with the server's other logs. */
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

  /** Returns a new trace number, which connects an entry with the entries that it causes. */
  nextTrace(): number {
    this.#traces += 1
    return this.#traces
  }

  /** Returns the first entry of due work. If there is none yet, registers `entry` as the first. */
  firstOf(due: DueEvent, entry: RequestEntry): RequestEntry {
    const first = this.#ofDue.get(due) ?? entry
    this.#ofDue.set(due, first)
    return first
  }

  entries(): RequestEntry[] {
    return this.#requests.toArray()
  }

  /** Returns requests, calls of scripts and due work in the order in which they ended. */
  allEntries(): RequestEntry[] {
    return [...this.#requests.toArray(), ...this.#caused.toArray()].sort((left, right) => left.id - right.id)
  }

  /** Removes all entries. The numbering continues. */
  clear(): void {
    for (const ring of [this.#requests, this.#caused]) {
      for (const entry of ring.toArray()) this.#room.release(entry)
      ring.clear()
    }
  }

  /** Calls the listener with each completed request. Returns a function that unsubscribes it. */
  subscribe(listener: (entry: RequestEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Calls the listener with each new entry of any kind. Returns a function that unsubscribes it. */
  follow(listener: (entry: RequestEntry) => void): () => void {
    this.#followers.add(listener)
    return () => void this.#followers.delete(listener)
  }

  /** Signal that is aborted when the world is deleted or the server stops. It ends all waiting requests. */
  get closed(): AbortSignal {
    return this.#closing.signal
  }

  close(): void {
    this.#closing.abort()
    for (const entry of this.allEntries()) this.#room.release(entry)
  }
}

/** Limit in bytes for bodies and changes in all request logs of a server; the size of changes is estimated. */
const ROOM = 16 * 1_048_576

/**
 * Memory shared by all request logs of a server. When the limit is reached, the oldest requests of all worlds lose
 * their bodies and changes but keep sizes and counts.
 */
export class LogRoom {
  readonly #limit: number
  /** Size in bytes by entry, oldest first. */
  readonly #held = new Map<RequestEntry, number>()
  #bytes = 0

  constructor(limit = ROOM) {
    this.#limit = limit
  }

  get bytes(): number {
    return this.#bytes
  }

  hold(entry: RequestEntry): void {
    const { weight } = entry
    if (weight === 0) return
    this.#held.set(entry, weight)
    this.#bytes += weight
    while (this.#bytes > this.#limit) {
      const [oldest] = this.#held.keys()
      if (oldest === undefined) return
      this.release(oldest)
      oldest.empty()
    }
  }

  release(entry: RequestEntry): void {
    const weight = this.#held.get(entry)
    if (weight === undefined) return
    this.#held.delete(entry)
    this.#bytes -= weight
  }
}

/** A list of the latest entries, oldest first, with a fixed capacity. */
export class Ring<T> {
  readonly #size: number
  readonly #places: T[] = []
  #first = 0

  constructor(size: number) {
    this.#size = size
  }

  /** Adds an entry. Returns the entry removed to make room; undefined if there was space. */
  push(entry: T): T | undefined {
    if (this.#size === 0) return entry
    if (this.#places.length < this.#size) {
      this.#places.push(entry)
      return undefined
    }
    const oldest = this.#places[this.#first]
    this.#places[this.#first] = entry
    this.#first = (this.#first + 1) % this.#size
    return oldest
  }

  get length(): number {
    return this.#places.length
  }

  first(): T | undefined {
    return this.#places[this.#first]
  }

  toArray(): T[] {
    return [...this.#places.slice(this.#first), ...this.#places.slice(0, this.#first)]
  }

  clear(): void {
    this.#places.length = 0
    this.#first = 0
  }
}
