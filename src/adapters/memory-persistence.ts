import type { Persistence, Stored } from "../ports/persistence.ts"

/** Keeps a world in memory: for tests, and as the plainest example of the port. Worlds opened one after the other share it. */
export function memoryPersistence(): Persistence {
  let stored: Stored | undefined
  return {
    load: async () => stored,
    async append(changes) {
      if (stored === undefined) throw new Error("changes can't be stored before a first snapshot")
      stored = { ...stored, changes: [...stored.changes, ...changes] }
    },
    async snapshot(state, version) {
      stored = { state, version, changes: [] }
    },
    async close() {},
  }
}
