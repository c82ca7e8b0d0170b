import type { Timer } from "../../ports/index.ts"

const PATIENCE_MS = 10_000

/** Time limit for storing a batch of jobs, counted from the batch's first store call. */
export class Patience {
  readonly #timer: Timer
  readonly #giveUp: (isWriting: boolean) => void
  #cancel: (() => void) | undefined
  #isWriting = false
  #isOver = false

  /** `giveUp` is called once, when the limit is reached. If `isWriting` is true, the jobs may still be stored. */
  constructor(timer: Timer, giveUp: (isWriting: boolean) => void) {
    this.#timer = timer
    this.#giveUp = giveUp
  }

  /** Whether the limit was reached. If so, nothing more may be written for these jobs. */
  get isOver(): boolean {
    return this.#isOver
  }

  async write<T>(store: () => Promise<T>): Promise<T> {
    this.#begin()
    this.#isWriting = true
    try {
      return await store()
    } finally {
      this.#isWriting = false
    }
  }

  async read<T>(store: () => Promise<T>): Promise<T> {
    this.#begin()
    return await store()
  }

  end(): void {
    this.#cancel?.()
  }

  /** Ends the time limit until the next call of the store, which starts a new one. */
  rest(): void {
    this.end()
    this.#cancel = undefined
  }

  /** Starts the time limit. Must be called before the store call: on a host without timers, it throws before anything is stored. */
  #begin(): void {
    this.#cancel ??= this.#timer.after(PATIENCE_MS, () => {
      this.#isOver = true
      this.#giveUp(this.#isWriting)
    })
  }
}

/** Runs a read of the store. Rejects with `late()` if it takes longer than the time limit. */
export function readInTime<T>(timer: Timer, read: () => Promise<T>, late: () => unknown): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const patience = new Patience(timer, () => reject(late()))
    patience
      .read(read)
      .finally(() => patience.end())
      .then(resolve, reject)
  })
}
