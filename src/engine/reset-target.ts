import { type Blobs, retain } from "../ports/blobs.ts"
import { blobNames } from "../state/blob-names.ts"
import type { Moment } from "./moment.ts"

/** What led to the state of a world that goes on from a store. */
export interface Past {
  /** Number of changes that have led to the state. */
  readonly version?: number
  /** Where `reset` leads; the state itself when absent. What is in a store is read when it is first needed. */
  readonly origin?: Source
}

/** Reads where resets lead from a store, with the bytes that it names. */
export type ReadOrigin = (blobs: Blobs) => Promise<Moment>
type Source = Moment | ReadOrigin

/** Where a world's resets lead. */
export class ResetTarget {
  #source: Source
  readonly #blobs: Blobs

  constructor(source: Source, blobs: Blobs) {
    this.#source = source
    this.#blobs = blobs
  }

  set(source: Source): void {
    this.#source = source
  }

  /** The moment itself where it is in memory, so that a reset may be done on return. */
  get(): Moment | Promise<Moment> {
    return typeof this.#source === "function" ? this.#read(this.#source) : this.#source
  }

  async #read(source: ReadOrigin): Promise<Moment> {
    const blobs = retain(this.#blobs)
    try {
      const moment = await source(blobs)
      // Whoever resets to it may have to wait, while others replace the source.
      this.#blobs.heldBy?.(moment, ({ state }) => blobNames(state))
      if (this.#source === source) this.#source = moment
      return moment
    } finally {
      blobs.release()
    }
  }

  /** The names of the bytes that it holds in memory. */
  get blobNames(): ReturnType<typeof blobNames> {
    return typeof this.#source === "function" ? [] : blobNames(this.#source.state)
  }
}
