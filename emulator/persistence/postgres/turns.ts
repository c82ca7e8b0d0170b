import type { WorldNumber } from "../../../src/inside.ts"

/** What concerns one world is done in the order in which it was asked for. */
export class Turns {
  readonly #last = new Map<WorldNumber, Promise<unknown>>()

  take<T>(world: WorldNumber, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(world) ?? Promise.resolve()).then(work)
    const settled = turn.then(
      () => {},
      () => {},
    )
    this.#last.set(world, settled)
    void settled.then(() => {
      if (this.#last.get(world) === settled) this.#last.delete(world)
    })
    return turn
  }

  /** Resolves when all that was asked for is done. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#last.values())
  }
}
