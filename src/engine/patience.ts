import type { Timer } from "../ports/timer.ts"

/** How long an answer waits for the store. */
const PATIENCE_MS = 10_000

/** The limit on how long a batch of jobs waits for the store. It begins when the store is first asked for them. */
export class Patience {
  readonly #timer: Timer
  readonly #giveUp: (isWriting: boolean) => void
  #cancel: (() => void) | undefined
  #isWriting = false
  #isOver = false

  /** `giveUp`: called once when the limit is reached. `isWriting`: nobody knows yet whether the jobs will be stored. */
  constructor(timer: Timer, giveUp: (isWriting: boolean) => void) {
    this.#timer = timer
    this.#giveUp = giveUp
  }

  /** Whether the limit was reached: nothing more may be written for these jobs. */
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

  /** Before the store is asked: when this throws, nothing is stored. */
  #begin(): void {
    this.#cancel ??= this.#timer.after(PATIENCE_MS, () => {
      this.#isOver = true
      this.#giveUp(this.#isWriting)
    })
  }
}
