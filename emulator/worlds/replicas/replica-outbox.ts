import type { JobLog } from "../../../src/engine/index.ts"
import type { WorldNumber } from "../../../src/ports/index.ts"
import type { Sharing } from "./sharing.ts"

/** Creates keys for this server's jobs in a shared store, and deletes completed jobs from the store. */
export class ReplicaOutbox {
  readonly #replica: string
  readonly #sharing: Sharing
  /** Keys of completed jobs that are still in the store. */
  readonly #done = new Map<WorldNumber, Set<string>>()
  #forgetting: Promise<void> | undefined
  #keys = 0

  constructor(replica: string, sharing: Sharing) {
    this.#replica = replica
    this.#sharing = sharing
  }

  jobLogOf(world: WorldNumber): JobLog {
    return {
      nextKey: () => {
        this.#keys += 1
        return `${this.#replica}.${this.#keys}`
      },
      claim: (key) => this.#sharing.claim(world, key, this.#replica),
      complete: (key) => {
        this.#doneIn(world).add(key)
        void this.forget()
      },
    }
  }

  /** Deletes completed jobs from the store. If a deletion fails, the next call of `forget` repeats it. */
  forget(): Promise<void> {
    this.#forgetting ??= this.#forgetAll().finally(() => {
      this.#forgetting = undefined
    })
    return this.#forgetting
  }

  async #forgetAll(): Promise<void> {
    // Waits one microtask, so that jobs that complete at the same time are deleted together.
    await null
    for (let keys = this.#next(); keys !== undefined; keys = this.#next()) {
      const [world, done] = keys
      const isForgotten = await this.#sharing.completeJobs(world, [...done]).then(
        () => true,
        () => false,
      )
      if (isForgotten) continue
      for (const key of done) this.#doneIn(world).add(key)
      return
    }
  }

  #next(): readonly [WorldNumber, Set<string>] | undefined {
    const [next] = this.#done
    if (next !== undefined) this.#done.delete(next[0])
    return next
  }

  #doneIn(world: WorldNumber): Set<string> {
    const done = this.#done.get(world) ?? new Set()
    this.#done.set(world, done)
    return done
  }
}
