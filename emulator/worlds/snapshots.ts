import type { Snapshot, StoredWorlds } from "../../src/engine/index.ts"
import { targetNotFound } from "../../src/model/index.ts"
import { retain, type SnapshotRow } from "../../src/ports/index.ts"
import type { NamedSnapshot } from "./app-worlds.ts"
import { type NamedWorld, recordReplaced } from "./named-world.ts"

/** Takes a snapshot of a world, or copies its snapshot `from`. Replaces an existing snapshot of the same name. */
export async function snapshotWorld(
  storedWorlds: StoredWorlds | undefined,
  named: NamedWorld,
  name: string,
  from?: string,
): Promise<NamedSnapshot> {
  const { snapshots, world, number } = named
  const source = from === undefined ? undefined : requireSnapshot(named, from)
  const { at, version, hash } = source ?? { at: world.now, version: world.version, hash: world.hash() }
  const taken = { name, at, version, hash }
  const inMemory = source === undefined ? world.snapshot() : world.keep({ ...(await source.moment()) })
  if (number !== undefined) await storedWorlds?.putSnapshot(number, taken, inMemory.state, world.ports.blobs)
  if (snapshots.has(name)) forgetSnapshot(named, name)
  const snapshot = { ...taken, inMemory, moment: async () => inMemory }
  snapshots.set(name, snapshot)
  named.events.add({ kind: "snapshot", what: "taken", name })
  return snapshot
}

export async function dropSnapshot(
  storedWorlds: StoredWorlds | undefined,
  named: NamedWorld,
  name: string,
): Promise<void> {
  requireSnapshot(named, name)
  if (named.number !== undefined) await storedWorlds?.store.deleteSnapshot(named.number, name)
  forgetSnapshot(named, name)
  named.events.add({ kind: "snapshot", what: "deleted", name })
}

/** Updates the list of a world's snapshots from the store. */
export function takeOverSnapshots(
  storedWorlds: StoredWorlds | undefined,
  named: NamedWorld,
  rows: readonly SnapshotRow[],
): void {
  const byName = new Map(rows.map((row) => [row.name, row]))
  for (const { name, version, hash } of [...named.snapshots.values()]) {
    const row = byName.get(name)
    if (row?.version !== version || row.hash !== hash) forgetSnapshot(named, name)
  }
  for (const row of rows)
    if (!named.snapshots.has(row.name)) named.snapshots.set(row.name, storedSnapshot(storedWorlds, named, row))
}

/** Returns a snapshot that is only in the store. The first call of `moment` reads it. */
export function storedSnapshot(
  storedWorlds: StoredWorlds | undefined,
  { world }: NamedWorld,
  { root, ...row }: SnapshotRow,
): NamedSnapshot {
  const readMoment = async (): Promise<Snapshot> => {
    const { at, version } = row
    const blobs = retain(world.ports.blobs)
    try {
      const state = (await storedWorlds?.read(root, world.state, blobs)) ?? world.state
      return world.keep({ state, at, version })
    } finally {
      blobs.release()
    }
  }
  let read: Promise<Snapshot> | undefined
  return {
    ...row,
    inMemory: undefined,
    moment() {
      read ??= readMoment()
      // After a failed read, the next call of `moment` reads again.
      read.catch(() => {
        read = undefined
      })
      return read
    },
  }
}

export async function restoreSnapshot(named: NamedWorld, name: string): Promise<void> {
  await named.world.restore(await requireSnapshot(named, name).moment())
  named.events.add({ kind: "snapshot", what: "restored", name })
  recordReplaced(named, "restored")
}

/** Throws if the snapshot is not in memory: the synchronous `fork` can't read it from the store. */
export function requireInMemory({ name, inMemory }: NamedSnapshot): Snapshot {
  if (inMemory === undefined) throw new Error(`the snapshot ${name} is only in the store: use make() instead of fork()`)
  return inMemory
}

export function forgetSnapshot({ snapshots, world }: NamedWorld, name: string): void {
  const inMemory = snapshots.get(name)?.inMemory
  if (inMemory !== undefined) world.ports.blobs.release?.(inMemory)
  snapshots.delete(name)
}

export function requireSnapshot(named: NamedWorld, name: string): NamedSnapshot {
  const snapshot = named.snapshots.get(name)
  if (snapshot === undefined) throw targetNotFound(`the world ${named.name} has no snapshot ${JSON.stringify(name)}`)
  return snapshot
}
