import { OutcomeUnknown, readInTime, retryAfterOf, type StoredWorlds, StoreHealth } from "../../../src/engine/index.ts"
import { DomainError } from "../../../src/model/index.ts"
import { StoreTrouble, type Timer } from "../../../src/ports/index.ts"

/** Makes calls to the store about worlds and snapshots. Records their failures in the store's health. */
export class StoreCalls {
  readonly #health: StoreHealth
  readonly #timer: Timer

  constructor(storedWorlds: StoredWorlds, timer: Timer) {
    this.#health = new StoreHealth(() => storedWorlds.probe(), timer)
    this.#timer = timer
    if (storedWorlds.look !== undefined) this.#health.watch(storedWorlds.look)
  }

  /** Message about the store's current failure; null if no failure is known. */
  get trouble(): string | null {
    return this.#health.trouble
  }

  /** Runs a read. Rejects if the store does not respond within the time limit. */
  read<T>(work: () => Promise<T>): Promise<T> {
    const late = () => new StoreTrouble("gone", "the store does not respond")
    return readInTime(this.#timer, work, late).then(
      (answer) => {
        this.#health.wasRead()
        return answer
      },
      (error: unknown) => {
        throw this.#refusal(error)
      },
    )
  }

  /** Runs a write. It needs no time limit here, because the store limits how long it checks whether a write succeeded. */
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
      ...retryAfterOf(error),
    })
  }
}
