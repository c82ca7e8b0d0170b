import {
  areNextAfter,
  changesOf,
  KeptWorlds,
  replay,
  type State,
  type Store,
  stateDigest,
  type WorldRow,
} from "../../../src/inside.ts"
import { lostBlobs, type Progress } from "./copy-store.ts"
import { isSqlite } from "./open-store.ts"
import { requireSoundBytes } from "./page-id.ts"

const CHANGES = 2000

/** Something that is not as it should be. */
export interface StoreProblem {
  readonly place: string
  readonly message: string
}

export interface Verified {
  readonly ok: boolean
  readonly worlds: readonly { readonly name: string; readonly version: number; readonly hash: string }[]
  readonly problems: readonly StoreProblem[]
}

/** Reads and replays everything in a store. What is wrong comes first in the order in which it is found. */
export async function verifyStore(store: Store, progress: Progress = () => {}): Promise<Verified> {
  const kept = new KeptWorlds(store)
  const problems: StoreProblem[] = []
  const worlds: Verified["worlds"][number][] = []
  const check = async <T>(place: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      problems.push({ place, message: error instanceof Error ? error.message : String(error) })
      return undefined
    }
  }
  if (isSqlite(store)) for (const message of await store.faults()) problems.push({ place: "file", message })
  const rows = (await check("worlds", () => store.worlds())) ?? []
  for (const [at, row] of rows.entries()) {
    progress(at, rows.length)
    const place = `world ${row.name}`
    const origin = await check(`${place}, origin`, () => kept.read(row.origin.root))
    const last = await check(place, async () => {
      const stored = await kept
        .world(row.name)
        .load()
        .catch(async (error: unknown) => {
          const missing = await firstMissing(store, row)
          throw missing === undefined ? error : new Error(`the change ${missing} is missing`, { cause: error })
        })
      if (stored === undefined) throw new Error("it went away")
      const version = stored.version + stored.changes.length
      if (version !== row.version) throw new Error(`${row.version} changes were told, and ${version} are there`)
      return replay(stored.state, stored.changes)
    })
    if (last !== undefined) worlds.push({ name: row.name, version: row.version, hash: stateDigest(last) })
    await check(`${place}, snapshot`, () => replayToRoot(kept, row, origin))
    for (const { name, root, hash } of (await check(`${place}, snapshots`, () => store.snapshots(row.world))) ?? []) {
      await check(`${place}, snapshot ${name}`, async () => {
        const found = stateDigest(await kept.read(root))
        if (found !== hash) throw new Error(`its digest is ${found}, and was ${hash}`)
      })
    }
  }
  for (const key of (await check("blobs", () => lostBlobs(store))) ?? [])
    problems.push({ place: `blob ${key}`, message: "its bytes are lost: records name it, and it is not there" })
  for (const key of (await check("blobs", () => store.blobKeys())) ?? []) {
    await check(`blob ${key}`, async () => {
      const [blob] = await store.blobs([key])
      if (blob === undefined) throw new Error("it went away")
      requireSoundBytes(blob)
    })
  }
  progress(rows.length, rows.length)
  return { ok: problems.length === 0, worlds, problems }
}

/** The first change after the newest snapshot that is not there. */
async function firstMissing(store: Store, { world, rootVersion, version }: WorldRow): Promise<number | undefined> {
  for (let last = rootVersion; last < version; ) {
    const rows = await store.changesAfter(world, last, CHANGES)
    const gap = rows.findIndex(({ sequence }, at) => sequence !== last + at + 1)
    if (gap >= 0 || rows.length === 0) return last + Math.max(gap, 0) + 1
    last += rows.length
  }
  return undefined
}

/** Where all changes since the origin are there still, they lead to the newest snapshot. */
async function replayToRoot({ store, pages }: KeptWorlds, row: WorldRow, origin: State | undefined): Promise<void> {
  if (origin === undefined || row.rootVersion === 0) return
  const rows = await store.changesAfter(row.world, 0, row.rootVersion)
  if (rows.length !== row.rootVersion || !areNextAfter(0)(rows)) return
  const replayed = stateDigest(replay(origin, changesOf(rows, origin.scalars)))
  const kept = stateDigest(await pages.read(row.root))
  if (replayed !== kept) throw new Error(`replayed, the changes lead to ${replayed}, and the snapshot is ${kept}`)
}
