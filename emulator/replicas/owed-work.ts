import type { OwedByReplica, OwedNotes, OwedWork, WorldNumber } from "../../src/inside.ts"

/** So much at most is told to the others, the latest. */
const MOST = 1000

/** Work after answers that this server has to do, as the others are told of it. */
export class OwedHere {
  readonly #entries = new Set<OwedByReplica>()
  readonly #tell: () => Promise<void>

  /** `tell`: tells the others what there is now. */
  constructor(tell: () => Promise<void>) {
    this.#tell = tell
  }

  list(): readonly OwedByReplica[] {
    return [...this.#entries].slice(-MOST)
  }

  /** Where the work of a world is noted. What the others can't be told is done all the same. */
  notesOf(world: WorldNumber): OwedNotes {
    const tell = () => this.#tell().catch(() => {})
    return {
      note: async (work: readonly OwedWork[]) => {
        const entries = work.map((each) => ({ world, work: each }))
        for (const entry of entries) this.#entries.add(entry)
        await tell()
        return () => {
          for (const entry of entries) this.#entries.delete(entry)
          void tell()
        }
      },
    }
  }
}
