import {
  DomainError,
  type KeptWorlds,
  OutcomeUnknown,
  Patience,
  StoreHealth,
  StoreTrouble,
  type Timer,
} from "../../src/inside.ts"

/** Calls to the store about worlds and snapshots. Nobody waits for them for ever, and health tells when they fail. */
export class StoreCalls {
  readonly #health: StoreHealth
  readonly #timer: Timer

  constructor(kept: KeptWorlds, timer: Timer) {
    this.#health = new StoreHealth(() => kept.probe(), timer)
    this.#timer = timer
  }

  /** Why the store can't be asked; null when nothing is known to be wrong. */
  get trouble(): string | null {
    return this.#health.trouble
  }

  /** Refuses what the store can't be asked in time. */
  read<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const patience = new Patience(this.#timer, () =>
        reject(this.#refusal(new StoreTrouble("gone", "the store does not answer"))),
      )
      const done = patience.read(work).finally(() => patience.end())
      done.then(
        (answer) => {
          if (!patience.isOver) this.#health.wasRead()
          resolve(answer)
        },
        (error) => reject(this.#refusal(error)),
      )
    })
  }

  /** The store limits how long it looks up what became of a write. */
  async write<T>(work: () => Promise<T>): Promise<T> {
    try {
      const answer = await work()
      this.#health.stored()
      return answer
    } catch (error) {
      const refusal = this.#refusal(error)
      throw error instanceof StoreTrouble && error.isUncertain ? new OutcomeUnknown() : refusal
    }
  }

  close(): void {
    this.#health.close()
  }

  #refusal(error: unknown): unknown {
    if (!(error instanceof StoreTrouble)) return error
    this.#health.failed(error)
    return new DomainError("SYSTEM_ERROR", "store", "the store can't be asked", {
      description: error.message,
      ...(error.kind === "gone" ? { retryAfter: 1 } : {}),
    })
  }
}
