import { areNextAfter, changesOf, StoredWorlds } from "../../../src/engine/index.ts"
import type { Store, WorldRow } from "../../../src/ports/index.ts"
import { replay, type State, stateDigest } from "../../../src/state/index.ts"
import { lostBlobs, type Progress } from "./copy-store.ts"
import { isSqlite } from "./open-store.ts"
import { requireSoundBytes } from "./page-id.ts"

const CHANGES = 2000

export interface StoreProblem {
  readonly place: string
  readonly message: string
}

export interface Verified {
  readonly ok: boolean
  readonly worlds: readonly { readonly name: string; readonly version: number; readonly hash: string }[]
  readonly problems: readonly StoreProblem[]
}

/** Returns a function that runs work and adds its failure to the problems. */
export const attempting =
  (problems: StoreProblem[]) =>
  async <T>(place: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      problems.push({ place, message: error instanceof Error ? error.message : String(error) })
      return undefined
    }
  }

/** Reads and replays everything in a store. Returns the problems in the order in which they are found. */
export async function verifyStore(store: Store, progress: Progress = () => {}): Promise<Verified> {
  const storedWorlds = new StoredWorlds(store)
  const problems: StoreProblem[] = []
  const worlds: Verified["worlds"][number][] = []
  const check = attempting(problems)
  if (isSqlite(store)) for (const message of await store.faults()) problems.push({ place: "file", message })
  const rows = (await check("worlds", () => store.worlds())) ?? []
  for (const [at, row] of rows.entries()) {
    progress(at, rows.length)
    const place = `world ${row.name}`
    const origin = await check(`${place}, origin`, () => storedWorlds.read(row.origin.root))
    const last = await check(place, async () => {
      const stored = await storedWorlds
        .world(row.name)
        .load()
        .catch(async (error: unknown) => {
          const missing = await firstMissing(store, row)
          throw missing === undefined ? error : new Error(`change ${missing} is missing`, { cause: error })
        })
      if (stored === undefined) throw new Error("the world was deleted during the check")
      const version = stored.version + stored.changes.length
      if (version !== row.version) throw new Error(`expected ${row.version} changes, found ${version}`)
      return replay(stored.state, stored.changes)
    })
    if (last !== undefined) worlds.push({ name: row.name, version: row.version, hash: stateDigest(last) })
    await check(`${place}, snapshot`, () => replayToRoot(storedWorlds, row, origin))
    for (const { name, root, hash } of (await check(`${place}, snapshots`, () => store.snapshots(row.world))) ?? []) {
      await check(`${place}, snapshot ${name}`, async () => {
        const found = stateDigest(await storedWorlds.read(root))
        if (found !== hash) throw new Error(`expected the digest ${hash}, found ${found}`)
      })
    }
  }
  for (const key of (await check("blobs", () => lostBlobs(store))) ?? [])
    problems.push({ place: `blob ${key}`, message: "the bytes are missing, but records refer to the blob" })
  for (const key of (await check("blobs", () => store.blobKeys())) ?? []) {
    await check(`blob ${key}`, async () => {
      const [blob] = await store.blobs([key])
      if (blob === undefined) throw new Error("the blob was deleted during the check")
      requireSoundBytes(blob)
    })
  }
  progress(rows.length, rows.length)
  return { ok: problems.length === 0, worlds, problems }
}

async function firstMissing(store: Store, { world, rootVersion, version }: WorldRow): Promise<number | undefined> {
  for (let last = rootVersion; last < version; ) {
    const rows = await store.changesAfter(world, last, CHANGES)
    const gap = rows.findIndex(({ sequence }, at) => sequence !== last + at + 1)
    if (gap >= 0 || rows.length === 0) return last + Math.max(gap, 0) + 1
    last += rows.length
  }
  return undefined
}

/** Checks that replaying all changes since the origin results in the newest stored state. Skips the check if changes are missing. */
async function replayToRoot({ store, pages }: StoredWorlds, row: WorldRow, origin: State | undefined): Promise<void> {
  if (origin === undefined || row.rootVersion === 0) return
  const rows = await store.changesAfter(row.world, 0, row.rootVersion)
  if (rows.length !== row.rootVersion || !areNextAfter(0)(rows)) return
  const replayed = stateDigest(replay(origin, changesOf(rows, origin.scalars)))
  const stored = stateDigest(await pages.read(row.root))
  if (replayed !== stored)
    throw new Error(`the changes result in the digest ${replayed}, but the snapshot has the digest ${stored}`)
}
