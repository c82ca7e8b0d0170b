import { WorkQueue } from "../../../../src/model/index.ts"
import type { WorldNumber } from "../../../../src/ports/index.ts"

/** Runs operations on the same world one after the other, in the order of the calls. */
export class Turns {
  readonly #queues = new Map<WorldNumber, WorkQueue>()

  take<T>(world: WorldNumber, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(world) ?? new WorkQueue()
    this.#queues.set(world, queue)
    return queue.run(work).finally(() => {
      if (queue.length === 0) this.#queues.delete(world)
    })
  }

  async idle(): Promise<void> {
    await Promise.all(Array.from(this.#queues.values(), (queue) => queue.idle()))
  }
}
