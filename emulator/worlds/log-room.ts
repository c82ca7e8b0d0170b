import type { RequestEntry } from "./request-entry.ts"

/** The bodies and changes that the request logs of a server may hold together, in bytes or what they are taken for. */
const ROOM = 16 * 1_048_576

/**
 * The room that all request logs of a server share. Where it is used up, the oldest requests, of whichever world, keep their lines
 * and lose what they held: of their bodies the sizes stay, of their changes how many there were.
 */
export class LogRoom {
  readonly #limit: number
  /** What is held, oldest first. */
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

  /** The entry is in no log any more. */
  release(entry: RequestEntry): void {
    const weight = this.#held.get(entry)
    if (weight === undefined) return
    this.#held.delete(entry)
    this.#bytes -= weight
  }
}
