import { areNextAfter } from "../../../src/engine/index.ts"
import { type BlobRow, type ChangeRow, type Store, StoreTrouble, type WorldRow } from "../../../src/ports/index.ts"
import { copyPages, type Progress } from "./copy-store.ts"
import { requireSoundBytes } from "./page-id.ts"
import { attempting, type StoreProblem } from "./verify-store.ts"

const CHANGES = 2000

export interface Recovered {
  readonly worlds: readonly { readonly name: string; readonly version: number }[]
  readonly lost: readonly StoreProblem[]
}

/**
 * Copies the readable parts of a damaged store into an empty one. Each world gets the newest state that can be rebuilt
 * from a readable snapshot and the changes after it. Rejects if the list of worlds can't be read.
 */
export async function recoverStore(from: Store, to: Store, progress: Progress = () => {}): Promise<Recovered> {
  const lost: StoreProblem[] = []
  const attempt = attempting(lost)
  const copying = { copied: new Set<string>(), report: () => {} }
  const copy = async (root: string): Promise<string> => {
    await copyPages(from, to, root, copying)
    return root
  }
  const rows = await from.worlds()
  const worlds: { name: string; version: number }[] = []
  let blobs = await readBlobs(from, attempt)
  for (const [at, row] of rows.entries()) {
    progress(at, rows.length)
    const place = `world ${row.name}`
    const snapshots = (await attempt(`${place}, snapshots`, () => from.snapshots(row.world))) ?? []
    const origin = await attempt(`${place}, origin`, () => copy(row.origin.root))
    const older = [...snapshots].sort((one, other) => other.version - one.version)
    let base: { readonly root: string; readonly version: number } | undefined
    for (const { root, version } of [{ root: row.root, version: row.rootVersion }, ...older]) {
      if (base === undefined && (await attempt(`${place}, state ${version}`, () => copy(root))))
        base = { root, version }
    }
    // The origin may have been replaced since version 0. It is then unknown which changes follow it, so none are copied.
    const isOrigin = base === undefined
    if (base === undefined && origin !== undefined) base = { root: origin, version: 0 }
    if (base === undefined) continue
    const world = await makeFrom(to, row, { ...base, origin: origin ?? base.root }, blobs)
    blobs = []
    const version = isOrigin ? 0 : await copyChanges({ from, to, row, world, version: base.version }, attempt)
    worlds.push({ name: row.name, version })
    if (version < row.version) lost.push({ place, message: `the changes ${version + 1} to ${row.version} are lost` })
    for (const { root, ...snapshot } of snapshots) {
      await attempt(`${place}, snapshot ${snapshot.name}`, async () => {
        await to.putSnapshot(world, snapshot, { root: await copy(root), pages: [], references: [root] }, [])
      })
    }
  }
  progress(rows.length, rows.length)
  return { worlds, lost }
}

type Attempt = ReturnType<typeof attempting>

/** Reads all readable blobs. They are copied with the first world, because worlds share them. */
async function readBlobs(from: Store, attempt: Attempt): Promise<BlobRow[]> {
  const read: BlobRow[] = []
  for (const key of (await attempt("blobs", () => from.blobKeys())) ?? []) {
    await attempt(`blob ${key}`, async () => {
      const found = await from.blobs([key])
      found.forEach(requireSoundBytes)
      read.push(...found)
    })
  }
  return read
}

async function makeFrom(
  to: Store,
  row: WorldRow,
  { root, version, origin }: { readonly root: string; readonly version: number; readonly origin: string },
  blobs: readonly BlobRow[],
): Promise<number> {
  const made = await to.makeWorld(
    { ...row, origin: { ...row.origin, root: origin }, version, rootVersion: version },
    { root, pages: [], references: [root, origin] },
    blobs,
  )
  if (typeof made === "string") throw new StoreTrouble("other", `the world ${row.name} could not be created: ${made}`)
  return made.world
}

interface CopyingChanges {
  readonly from: Store
  readonly to: Store
  readonly row: WorldRow
  readonly world: number
  readonly version: number
}

/** Copies changes up to the first missing or damaged one. Returns the version after the last copied change. */
async function copyChanges({ from, to, row, world, version }: CopyingChanges, attempt: Attempt): Promise<number> {
  const areNext = areNextAfter(version)
  let last = version
  // Reading many changes at once fails if one of them is damaged. After such a failure, changes are read one by one.
  for (let limit = CHANGES; ; ) {
    const read = () => from.changesAfter(row.world, last, limit)
    const rows: readonly ChangeRow[] | undefined =
      limit > 1 ? await read().catch(() => undefined) : await attempt(`world ${row.name}, change ${last + 1}`, read)
    if (rows === undefined && limit > 1) {
      limit = 1
      continue
    }
    const next: ChangeRow[] = []
    for (const change of rows ?? []) {
      if (!areNext([change])) break
      next.push(change)
    }
    if (next.length === 0) return last
    const outcome = await to.append(world, next, [])
    if (outcome !== "done")
      throw new StoreTrouble("other", `the store did not accept the changes of the world ${row.name}: ${outcome}`)
    last = next.at(-1)?.sequence ?? last
    if (next.length < (rows?.length ?? 0)) return last
  }
}
