import type { PendingJob } from "../../model/records/index.ts"
import { textDigest } from "../../state/index.ts"
import type {
  BlobRow,
  ChangeRow,
  Head,
  NamedBlob,
  Needless,
  News,
  Outcome,
  SnapshotPages,
  SnapshotRow,
  Store,
  WorldNumber,
  WorldRow,
} from "../store.ts"

interface WorldRows {
  row: WorldRow
  readonly changes: Map<number, ChangeRow>
  readonly snapshots: Map<string, SnapshotRow>
}

export class MemoryDatabase {
  readonly worlds = new Map<WorldNumber, WorldRows>()
  readonly pages = new Map<string, string>()
  readonly blobs = new Map<string, BlobRow>()
  /** Jobs by world and job key. `owner` is the ID of the store whose process does the job, or null if any process may do it. */
  readonly jobs = new Map<string, PendingJob & { readonly world: WorldNumber; readonly owner: string | null }>()
  readonly listeners = new Map<object, (news: News) => void>()
  /** SHA-256 of all blobs to which new records have referred since the last `dropBlobs` call began. */
  namedBlobs: Set<string> | undefined
  readonly secret = "the secret of a database in memory"
  opened = 0
  made = 0
}

/** Creates a store in memory, for tests and simulations. It is also an example of how to implement `Store`. */
export function memoryStore(database = new MemoryDatabase()): Store {
  const { worlds, pages, blobs, jobs, listeners } = database
  const self = {}
  database.opened += 1
  const id = `memory-${database.opened}`
  const notify = (news: News): void => {
    for (const [owner, hear] of listeners) if (owner !== self) hear(news)
  }
  const byName = (name: string) => [...worlds.values()].find(({ row }) => row.name === name)
  const put = ({ pages: fresh, references }: SnapshotPages): boolean => {
    if (references.some((id) => !pages.has(id))) return false
    for (const { id, body } of fresh) pages.set(id, body)
    return true
  }
  const putBlobs = (named: readonly NamedBlob[]): boolean => {
    if (named.some(({ sha256, bytes }) => bytes === undefined && !blobs.has(sha256))) return false
    for (const blob of named) {
      if (blob.bytes !== undefined && !blobs.has(blob.sha256)) blobs.set(blob.sha256, blob)
      database.namedBlobs?.add(blob.sha256)
    }
    return true
  }
  /** Runs `work` and appends the changes, unless they do not directly follow the world's newest version. */
  const commit = (
    world: WorldNumber,
    changes: readonly ChangeRow[],
    { rows, previousId }: { readonly rows: readonly NamedBlob[]; readonly previousId: string | undefined },
    work: (stored: WorldRows) => Outcome,
  ): Outcome => {
    const stored = worlds.get(world)
    if (stored === undefined) return "deleted"
    const [first, last] = [changes[0], changes.at(-1)]
    if (first === undefined || last === undefined) return "done"
    if (first.sequence !== stored.row.version + 1) return "outpaced"
    if (isOtherId(headOf(stored).id, previousId)) return "outpaced"
    if (!putBlobs(rows)) return "blobs_missing"
    const outcome = work(stored)
    if (outcome !== "done") return outcome
    for (const change of changes) stored.changes.set(change.sequence, change)
    stored.row = { ...stored.row, version: last.sequence }
    notify({ world, ...headOf(stored) })
    return "done"
  }
  const drop = ({ changesUpTo, pages: which }: Needless): void => {
    for (const [world, version] of changesUpTo ?? []) {
      const changes = worlds.get(world)?.changes
      for (const sequence of changes?.keys() ?? []) if (sequence <= version) changes?.delete(sequence)
    }
    const reached = new Set<string>()
    const reach = (id: string): void => {
      if (reached.has(id)) return
      reached.add(id)
      for (const child of namedPages(pages.get(id) ?? "[]")) reach(child)
    }
    for (const { row, snapshots } of worlds.values()) {
      for (const root of [row.root, row.origin.root, ...[...snapshots.values()].map(({ root }) => root)]) reach(root)
    }
    if (which === "all" || (which === "when_many" && reached.size * 2 < pages.size)) {
      for (const id of pages.keys()) if (!reached.has(id)) pages.delete(id)
    }
  }
  const dropBlobs = async (blobsBut: NonNullable<Needless["blobsBut"]>): Promise<void> => {
    const named = new Set<string>()
    database.namedBlobs = named
    const kept = await blobsBut()
    for (const key of blobs.keys()) if (!kept.has(key) && !named.has(key)) blobs.delete(key)
  }

  return {
    id,
    pageId: (body) => textDigest(body).slice(0, 32),
    worlds: async () => [...worlds.values()].map(({ row }) => row),
    async makeWorld(given, snapshotPages, rows) {
      if (byName(given.name) !== undefined) return "taken"
      if (!put(snapshotPages)) return "pages_missing"
      if (!putBlobs(rows)) return "blobs_missing"
      database.made += 1
      const row = { ...given, world: database.made, root: snapshotPages.root }
      worlds.set(row.world, { row, changes: new Map(), snapshots: new Map() })
      notify("worlds")
      return row
    },
    async deleteWorld(world) {
      for (const [at, job] of jobs) if (job.world === world) jobs.delete(at)
      if (worlds.delete(world)) notify("worlds")
    },
    append: async (world, changes, rows, newJobs = [], previousId = undefined) =>
      commit(world, changes, { rows, previousId }, () => {
        for (const { isOwn, ...job } of newJobs)
          jobs.set(`${world} ${job.key}`, { ...job, world, owner: isOwn ? id : null })
        return "done"
      }),
    replace: async (world, { change, snapshotPages, origin }, rows, previousId) =>
      commit(world, [change], { rows, previousId }, (stored) => {
        if (!put(snapshotPages)) return "pages_missing"
        const { root } = snapshotPages
        stored.row = { ...stored.row, root, rootVersion: change.sequence }
        if (origin !== undefined) stored.row = { ...stored.row, origin: { ...origin, root } }
        return "done"
      }),
    bodyAt: async (world, sequence) => worlds.get(world)?.changes.get(sequence)?.body,
    async changesAfter(world, version, limit) {
      const stored = worlds.get(world)
      const found: ChangeRow[] = []
      for (const change of stored?.changes.values() ?? []) {
        if (change.sequence > version && found.push(change) >= limit) break
      }
      return found
    },
    versions: async () => new Map([...worlds].map(([world, { row }]) => [world, row.version])),
    changeId: (_, change) => idOf(change),
    heads: async () => new Map([...worlds].map(([world, stored]) => [world, headOf(stored)])),
    secret: async () => database.secret,
    lastWorld: async () => database.made,
    async putPages(fresh) {
      for (const { id, body } of fresh) pages.set(id, body)
    },
    pages: async (ids) =>
      ids.flatMap((id) => {
        const body = pages.get(id)
        return body === undefined ? [] : [{ id, body }]
      }),
    async setRoot(world, version, snapshotPages) {
      const stored = worlds.get(world)
      if (stored === undefined) return "deleted"
      if (!put(snapshotPages)) return "pages_missing"
      const { row } = stored
      if (row.rootVersion > version) return "done"
      stored.row = { ...row, root: snapshotPages.root, rootVersion: version, version: Math.max(row.version, version) }
      return "done"
    },
    snapshots: async (world) => [...(worlds.get(world)?.snapshots.values() ?? [])],
    allSnapshots: async () =>
      new Map(
        [...worlds].flatMap(([world, { snapshots }]) =>
          snapshots.size === 0 ? [] : [[world, [...snapshots.values()]]],
        ),
      ),
    async putSnapshot(world, row, snapshotPages, named) {
      const stored = worlds.get(world)
      if (stored === undefined) return "deleted"
      if (!put(snapshotPages)) return "pages_missing"
      if (!putBlobs(named)) return "blobs_missing"
      stored.snapshots.delete(row.name)
      stored.snapshots.set(row.name, { ...row, root: snapshotPages.root })
      notify("worlds")
      return "done"
    },
    async deleteSnapshot(world, name) {
      worlds.get(world)?.snapshots.delete(name)
      notify("worlds")
    },
    blobs: async (keys) => keys.flatMap((key) => blobs.get(key) ?? []),
    blobKeys: async () => [...blobs.keys()],
    async probe() {},
    async drop(needless) {
      drop(needless)
      if (needless.blobsBut !== undefined) await dropBlobs(needless.blobsBut)
    },
    async sizes() {
      const changes = [...worlds.values()].flatMap((stored) => [...stored.changes.values()])
      const blobBytes = [...blobs.values()].reduce((sum, { bytes }) => sum + bytes.length, 0)
      const texts = [...pages.values(), ...changes.map(({ body }) => body)].reduce((sum, text) => sum + text.length, 0)
      return { bytes: texts + blobBytes, changes: changes.length, pages: pages.size, blobs: blobs.size, blobBytes }
    },
    follow(hear) {
      listeners.set(self, hear)
      return () => void listeners.delete(self)
    },
    async close() {
      listeners.delete(self)
    },
  }
}

const idOf = ({ sequence, at, actor, operation, body }: ChangeRow): string =>
  textDigest([sequence, at, actor, operation, body].join(" "))

function headOf({ row: { version }, changes }: WorldRows): Head {
  const newest = changes.get(version)
  return { version, id: newest && idOf(newest) }
}

const isOtherId = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other

export function namedPages(body: string): string[] {
  const value = JSON.parse(body) as unknown
  if (Array.isArray(value)) return value.filter((part) => typeof part === "string")
  return (value as { readonly tables: readonly { readonly page: string }[] }).tables.map(({ page }) => page)
}
