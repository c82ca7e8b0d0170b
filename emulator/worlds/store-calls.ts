import { OutcomeUnknown, Patience, type StoredWorlds, StoreHealth } from "../../src/engine/index.ts"
import { DomainError } from "../../src/model/index.ts"
import { StoreTrouble, type Timer } from "../../src/ports/index.ts"

/** Makes calls to the store about worlds and snapshots, with a time limit. Their failures affect the store's health. */
export class StoreCalls {
  readonly #health: StoreHealth
  readonly #timer: Timer

  constructor(storedWorlds: StoredWorlds, timer: Timer) {
    this.#health = new StoreHealth(() => storedWorlds.probe(), timer)
    this.#timer = timer
  }

  /** Error of the store; null if no error is known. */
  get trouble(): string | null {
    return this.#health.trouble
  }

  /** Runs a read. Rejects if the store does not respond in time. */
  read<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const patience = new Patience(this.#timer, () =>
        reject(this.#refusal(new StoreTrouble("gone", "the store does not respond"))),
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

  /** Runs a write without a time limit, because the store itself limits how long it checks a write's outcome. */
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
    return new DomainError("SYSTEM_ERROR", "store", "the call to the store failed", {
      description: error.message,
      ...(error.kind === "gone" && { retryAfter: 1 }),
    })
  }
}
