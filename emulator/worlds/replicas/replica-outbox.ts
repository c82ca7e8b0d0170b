import type { OwedNotes, Sharing, WorldNumber } from "../../../src/inside.ts"

/** Work after answers that this server has to do, or has done, as the store knows it. */
export class OwedHere {
  readonly #replica: string
  readonly #sharing: Sharing
  /** What is done, but still noted. */
  readonly #done = new Map<WorldNumber, Set<string>>()
  #forgetting: Promise<void> | undefined
  #keys = 0

  constructor(replica: string, sharing: Sharing) {
    this.#replica = replica
    this.#sharing = sharing
  }

  notesOf(world: WorldNumber): OwedNotes {
    return {
      nextKey: () => {
        this.#keys += 1
        return `${this.#replica}.${this.#keys}`
      },
      claim: (key) => this.#sharing.claim(world, key, this.#replica),
      done: (key) => {
        this.#doneIn(world).add(key)
        void this.forget()
      },
    }
  }

  /** Has the store forget what is done. What it can't be told now, it is told the next time. */
  forget(): Promise<void> {
    this.#forgetting ??= this.#forgetAll().finally(() => {
      this.#forgetting = undefined
    })
    return this.#forgetting
  }

  async #forgetAll(): Promise<void> {
    // What is done in the same turn of the event loop is forgotten together.
    await null
    for (let keys = this.#next(); keys !== undefined; keys = this.#next()) {
      const [world, done] = keys
      const isTold = await this.#sharing.settle(world, [...done]).then(
        () => true,
        () => false,
      )
      if (isTold) continue
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
