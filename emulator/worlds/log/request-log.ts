import type { DueEvent } from "../../../src/model/records/index.ts"
import { RequestCounts } from "./request-counts.ts"
import type { RequestEntry } from "./request-entry.ts"

/** Maximum number of blocked requests in a log, and maximum number that are logged in a minute. */
const MAX_BLOCKED_ENTRIES = 50
const MINUTE_MS = 60_000

/**
 * Keeps a world's latest requests. Separately keeps the same number of entries for scheduled work and for API calls by
 * scripts, and a few blocked requests, so that strangers can't displace other entries. Notifies listeners of new entries.
 */
export class RequestLog {
  readonly #size: number
  readonly #room: LogRoom
  readonly #counts: RequestCounts
  readonly #requests: Ring<RequestEntry>
  readonly #caused: Ring<RequestEntry>
  readonly #blocked: Ring<RequestEntry>
  /** Start of the current minute by the machine's clock, and number of blocked requests that were logged in it. */
  #minuteAt = Number.NEGATIVE_INFINITY
  #blockedInMinute = 0
  #answered = 0
  #traces = 0
  #arrivals = 0
  readonly #ofDue = new WeakMap<DueEvent, RequestEntry>()
  readonly #listeners = new Set<(entry: RequestEntry) => void>()
  readonly #followers = new Set<(entry: RequestEntry) => void>()
  readonly #closing = new AbortController()

  /** Returns the number of the world's current version. */
  readonly version: () => number

  /** `room` limits the memory of all request logs of the server. `counts` counts the requests in all of them. */
  constructor(
    size: number,
    room: LogRoom = new LogRoom(),
    counts: RequestCounts = new RequestCounts(),
    version = () => 0,
  ) {
    this.version = version
    this.#size = size
    this.#room = room
    this.#counts = counts
    this.#requests = new Ring(size)
    this.#caused = new Ring(size)
    this.#blocked = new Ring(Math.min(size, MAX_BLOCKED_ENTRIES))
  }

  append(entry: RequestEntry): void {
    if (entry.cause === null && !entry.isDryRun) this.#counts.add(entry)
    if (entry.input.isBlocked === true && !this.#hasRoomForBlocked()) return
    this.#answered += 1
    entry.id = this.#answered
    const pushedOut = this.#ringOf(entry).push(entry)
    if (pushedOut !== undefined && pushedOut !== entry) {
      this.#room.release(pushedOut)
      pushedOut.leave()
    }
    if (this.#size > 0 && !this.closed.aborted) this.#room.hold(entry)
    if (entry.cause === null) for (const listener of this.#listeners) listener(entry)
    for (const follower of this.#followers) follower(entry)
  }

  #ringOf({ cause, input }: RequestEntry): Ring<RequestEntry> {
    if (cause !== null) return this.#caused
    return input.isBlocked === true ? this.#blocked : this.#requests
  }

  /** Returns whether another blocked request may be logged in this minute. */
  #hasRoomForBlocked(): boolean {
    const now = performance.now()
    if (now - this.#minuteAt >= MINUTE_MS) {
      this.#minuteAt = now
      this.#blockedInMinute = 0
    }
    this.#blockedInMinute += 1
    return this.#blockedInMinute <= MAX_BLOCKED_ENTRIES
  }

  /** Number of the newest entry that the log has had; 0 if it has had none. */
  get newestId(): number {
    return this.#answered
  }

  /** Returns a new trace number, which an entry shares with the entries that it causes. */
  nextTrace(): number {
    this.#traces += 1
    return this.#traces
  }

  /** Returns the number of a request that arrives now. */
  nextArrival(): number {
    this.#arrivals += 1
    return this.#arrivals
  }

  /** Returns the first entry that the given scheduled work caused. If there is none yet, `entry` becomes the first. */
  firstOf(due: DueEvent, entry: RequestEntry): RequestEntry {
    const first = this.#ofDue.get(due) ?? entry
    this.#ofDue.set(due, first)
    return first
  }

  /** Returns the requests of clients in the order in which they were completed. */
  entries(): RequestEntry[] {
    return inOrder(this.#requests, this.#blocked)
  }

  /** Returns all entries in the order in which they were completed: requests, API calls by scripts, and scheduled work. */
  allEntries(): RequestEntry[] {
    return inOrder(this.#requests, this.#blocked, this.#caused)
  }

  /** Removes all entries and frees their content, since a history may refer to them. Later entries continue the numbering. */
  clear(): void {
    for (const ring of [this.#requests, this.#blocked, this.#caused]) {
      for (const entry of ring.toArray()) {
        this.#room.release(entry)
        entry.leave()
      }
      ring.clear()
    }
  }

  /** Calls the listener with each completed request, but not for scripts and scheduled work. Returns a function that unsubscribes. */
  subscribe(listener: (entry: RequestEntry) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Calls the listener with each completed entry of any kind. Returns a function that unsubscribes. */
  follow(listener: (entry: RequestEntry) => void): () => void {
    this.#followers.add(listener)
    return () => void this.#followers.delete(listener)
  }

  /** Signal that aborts when the world is deleted or the server stops. It ends requests that wait for events. */
  get closed(): AbortSignal {
    return this.#closing.signal
  }

  close(): void {
    this.#closing.abort()
    for (const entry of this.allEntries()) this.#room.release(entry)
  }
}

const inOrder = (...rings: readonly Ring<RequestEntry>[]): RequestEntry[] =>
  rings.flatMap((ring) => ring.toArray()).sort((left, right) => left.id - right.id)

/** Maximum size in bytes of bodies and changes in all request logs of a server. The size of changes is estimated. */
const ROOM = 16 * 1_048_576

/**
 * Limits the memory of all request logs of a server. Above the limit, the oldest entries of all worlds lose their
 * bodies and changes but keep sizes and counts.
 */
export class LogRoom {
  readonly #limit: number
  /** Size of each entry in bytes; the oldest entry is first. */
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

/** A list with a fixed capacity, which contains the latest elements, oldest first. */
export class Ring<T> {
  readonly #size: number
  readonly #places: T[] = []
  #first = 0

  constructor(size: number) {
    this.#size = size
  }

  /** Adds an element. Returns the element that was removed to make room; undefined if there was space. */
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
