import { type KeptWorlds, retain, type Snapshot, type SnapshotRow, targetNotFound } from "../../src/inside.ts"
import { type NamedSnapshot, type NamedWorld, tellReplaced } from "./named-world.ts"

/** Takes a snapshot under a name, in place of the one that has it. */
export async function snapshotWorld(
  kept: KeptWorlds | undefined,
  named: NamedWorld,
  name: string,
): Promise<NamedSnapshot> {
  const { snapshots, world, number } = named
  const taken = { name, at: world.now, version: world.version, hash: world.hash() }
  const held = world.snapshot()
  if (number !== undefined) await kept?.putSnapshot(number, taken, held.state, world.ports.blobs)
  if (snapshots.has(name)) forgetSnapshot(named, name)
  const snapshot = { ...taken, held, moment: async () => held }
  snapshots.set(name, snapshot)
  named.events.add({ kind: "snapshot", what: "taken", name })
  return snapshot
}

/** Forgets a snapshot of a world by its name. */
export async function dropSnapshot(kept: KeptWorlds | undefined, named: NamedWorld, name: string): Promise<void> {
  requireSnapshot(named, name)
  if (named.number !== undefined) await kept?.store.deleteSnapshot(named.number, name)
  forgetSnapshot(named, name)
  named.events.add({ kind: "snapshot", what: "deleted", name })
}

/** Takes over the snapshots that the store has of a world. */
export function takeOverSnapshots(kept: KeptWorlds | undefined, named: NamedWorld, rows: readonly SnapshotRow[]): void {
  const byName = new Map(rows.map((row) => [row.name, row]))
  for (const { name, version, hash } of [...named.snapshots.values()]) {
    const row = byName.get(name)
    if (row?.version !== version || row.hash !== hash) forgetSnapshot(named, name)
  }
  for (const row of rows)
    if (!named.snapshots.has(row.name)) named.snapshots.set(row.name, storedSnapshot(kept, named, row))
}

/** A snapshot that is in the store, and read from there when it is first asked for. */
export function storedSnapshot(
  kept: KeptWorlds | undefined,
  { world }: NamedWorld,
  { root, ...row }: SnapshotRow,
): NamedSnapshot {
  const readMoment = async (): Promise<Snapshot> => {
    const { at, version } = row
    const blobs = retain(world.ports.blobs)
    try {
      const state = (await kept?.read(root, world.state, blobs)) ?? world.state
      return world.keep({ state, at, version })
    } finally {
      blobs.release()
    }
  }
  let read: Promise<Snapshot> | undefined
  return {
    ...row,
    held: undefined,
    moment() {
      read ??= readMoment()
      // A store that was away for a while is asked anew.
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
  tellReplaced(named, "restored")
}

/** What is only in a store has to be read, which `fork` can't wait for. */
export function heldOf({ name, held }: NamedSnapshot): Snapshot {
  if (held === undefined) throw new Error(`the snapshot ${name} is in the store alone: make the world by make()`)
  return held
}

export function forgetSnapshot({ snapshots, world }: NamedWorld, name: string): void {
  const held = snapshots.get(name)?.held
  if (held !== undefined) world.ports.blobs.letGo?.(held)
  snapshots.delete(name)
}

export function requireSnapshot(named: NamedWorld, name: string): NamedSnapshot {
  const snapshot = named.snapshots.get(name)
  if (snapshot === undefined) throw targetNotFound(`the world ${named.name} has no snapshot ${JSON.stringify(name)}`)
  return snapshot
}
