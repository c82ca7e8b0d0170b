import { blobNames } from "../state/blob-names.ts"
import type { Moment } from "./moment.ts"

/** What led to the state of a world that goes on from a store. */
export interface Past {
  /** Number of changes that have led to the state. */
  readonly version?: number
  /** Where `reset` leads; the state itself when absent. What is in a store is read when it is first needed. */
  readonly origin?: Source
}

type Source = Moment | (() => Promise<Moment>)

/** Where a world's resets lead. */
export class ResetTarget {
  #source: Source

  constructor(source: Source) {
    this.#source = source
  }

  set(source: Source): void {
    this.#source = source
  }

  /** The moment itself where it is in memory, so that a reset may be done on return. */
  get(): Moment | Promise<Moment> {
    if (typeof this.#source !== "function") return this.#source
    return this.#source().then((moment) => {
      this.#source = moment
      return moment
    })
  }

  /** The names of the bytes that it holds in memory. */
  get blobNames(): ReturnType<typeof blobNames> {
    return typeof this.#source === "function" ? [] : blobNames(this.#source.state)
  }
}
