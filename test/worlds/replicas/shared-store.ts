import type { ReplicaRow, SharedStore } from "../../../emulator/worlds/index.ts"
import { MemoryDatabase, memoryStore } from "../../../src/ports/defaults/memory-store.ts"
import type { WorldNumber } from "../../../src/ports/index.ts"

/** A database in memory for several servers. */
export class SharedDatabase extends MemoryDatabase {
  readonly leads = new Map<WorldNumber, { readonly replica: string; readonly until: number }>()
  readonly replicas = new Map<string, { readonly row: ReplicaRow; readonly until: number }>()
  /** Current time in ms for leases and replicas. */
  readonly now: () => number

  constructor(now: () => number = () => 0) {
    super()
    this.now = now
  }
}

export function sharedStore(database = new SharedDatabase()): SharedStore {
  const { leads, replicas, jobs } = database
  const isThere = (id: string) => (replicas.get(id)?.until ?? 0) > database.now()
  return {
    ...memoryStore(database),
    sharing: {
      async lead(world, replica, ms) {
        const held = leads.get(world)
        if (held !== undefined && held.replica !== replica && held.until > database.now()) return false
        leads.set(world, { replica, until: database.now() + ms })
        return true
      },
      async leave(replica) {
        for (const [world, held] of leads) if (held.replica === replica) leads.delete(world)
        replicas.delete(replica)
      },
      async beat(row, ms) {
        replicas.set(row.id, { row, until: database.now() + ms })
      },
      replicas: async () => [...replicas.values()].filter(({ until }) => until > database.now()).map(({ row }) => row),
      async unclaimedJobs() {
        return [...jobs.values()]
          .filter(({ owner }) => owner === null || !isThere(owner))
          .map(({ world, key, work, owner }) => ({ world, key, work, replica: owner }))
      },
      async claim(world, key, replica) {
        const job = jobs.get(`${world} ${key}`)
        if (job === undefined || job.owner !== null) return false
        jobs.set(`${world} ${key}`, { ...job, owner: replica })
        return true
      },
      completeJobs: async (world, keys) => keys.filter((key) => jobs.delete(`${world} ${key}`)),
    },
  }
}
