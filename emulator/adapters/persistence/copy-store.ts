import { areNextAfter, blobsNamed, blobsOfRow } from "../../../src/engine/index.ts"
import { type Page, type Store, StoreTrouble } from "../../../src/ports/index.ts"
import { requireSoundBytes } from "./page-id.ts"

/** Called during a long operation: `done` of `of` steps are complete. */
export type Progress = (done: number, of: number) => void

const CHUNK = 256
const CHANGES = 2000

/** Thrown if data is missing in the store to copy: it is damaged, or another process deleted or replaced it during the copy. */
export class CopyOvertaken extends StoreTrouble {
  constructor() {
    super("other", "a part of the source store is missing; run hexarium data verify to check the store")
  }
}

/**
 * Copies all worlds with their snapshots and blobs into an empty store. Changes written to the source during the copy
 * may be missing. Throws a `CopyOvertaken` if data in the source is missing; `to` then keeps what was copied.
 */
export async function copyStore(from: Store, to: Store, progress: Progress = () => {}): Promise<void> {
  const worlds = await from.worlds()
  const byWorld = await from.allSnapshots()
  const snapshots = worlds.map(({ world }) => byWorld.get(world) ?? [])
  const { pages: all, blobs: allBlobs } = await from.sizes()
  let done = 0
  const report = (more: number) => {
    done += more
    progress(Math.min(done, all + allBlobs), all + allBlobs)
  }
  const copied = new Set<string>()
  const copy = (root: string) => copyPages(from, to, root, { copied, report })
  const keys = await from.blobKeys()
  const copiedBlobs = new Set(keys)
  for (const [at, row] of worlds.entries()) {
    await copy(row.root)
    await copy(row.origin.root)
    // Worlds share blobs, so all blobs are copied with the first world.
    const blobs = at === 0 ? await from.blobs(keys) : []
    blobs.forEach(requireSoundBytes)
    report(blobs.length)
    const snapshotPages = { root: row.root, pages: [], references: [row.root, row.origin.root] }
    const made = await to.makeWorld({ ...row, version: row.rootVersion }, snapshotPages, blobs)
    if (typeof made === "string") throw new StoreTrouble("other", `the world ${row.name} could not be created: ${made}`)
    const areNext = areNextAfter(row.rootVersion)
    for (let version = row.rootVersion; ; ) {
      const changes = await from.changesAfter(row.world, version, CHANGES)
      const last = changes.at(-1)
      if (last === undefined && version < row.version) throw new CopyOvertaken()
      if (last === undefined) break
      if (!areNext(changes)) throw new CopyOvertaken()
      // Copies blobs that another process stored after `keys` was read.
      const late = [...new Set(changes.flatMap(blobsOfRow))].filter((key) => !copiedBlobs.has(key))
      const lateBlobs = await from.blobs(late)
      lateBlobs.forEach(requireSoundBytes)
      const outcome = await to.append(made.world, changes, lateBlobs)
      for (const key of late) copiedBlobs.add(key)
      if (outcome !== "done")
        throw new StoreTrouble("other", `the store did not accept the changes of the world ${row.name}: ${outcome}`)
      version = last.sequence
    }
    for (const { root, ...snapshot } of snapshots[at] ?? []) {
      await copy(root)
      await to.putSnapshot(made.world, snapshot, { root, pages: [], references: [root] }, [])
    }
  }
}

/** Throws if the copy lacks blobs that its records refer to. If `from` has these blobs, throws a `CopyOvertaken`. */
export async function requireBlobs(copy: Store, from: Store): Promise<void> {
  const lost = await lostBlobs(copy)
  if (lost.length === 0) return
  const [first] = await lostBlobs(from)
  if (first === undefined) throw new CopyOvertaken()
  throw new StoreTrouble(
    "other",
    `the store has lost blobs that are in use, such as ${first}; run hexarium data verify for a list`,
  )
}

export async function lostBlobs(store: Store): Promise<string[]> {
  const named = await blobsNamed(store)
  const there = new Set(await store.blobKeys())
  return [...named].filter((key) => !there.has(key))
}

interface Copying {
  readonly copied: Set<string>
  readonly report: (more: number) => void
}

interface RootTables {
  readonly tables: readonly { readonly shift: number; readonly page: string }[]
}

/** Copies a root page and the pages below it, except pages in `copied`. */
export async function copyPages(from: Store, to: Store, root: string, { copied, report }: Copying): Promise<void> {
  if (copied.has(root)) return
  const take = async (ids: readonly string[]): Promise<Page[]> => {
    const fresh = [...new Set(ids)].filter((id) => !copied.has(id))
    const found: Page[] = []
    for (let at = 0; at < fresh.length; at += CHUNK) {
      const pages = await from.pages(fresh.slice(at, at + CHUNK))
      await to.putPages(pages)
      for (const page of pages) {
        copied.add(page.id)
        found.push(page)
      }
      report(pages.length)
    }
    if (found.length < fresh.length) throw new CopyOvertaken()
    return found
  }
  const [page] = await take([root])
  if (page === undefined) return
  const { tables } = JSON.parse(page.body) as RootTables
  const levels = Math.max(0, ...tables.map(({ shift }) => shift)) / 5
  let level = tables.map(({ page, shift }) => ({ page, shift }))
  for (let left = levels; left >= 0; left -= 1) {
    const next: { page: string; shift: number }[] = []
    const shifts = new Map(level.map(({ page, shift }) => [page, shift]))
    for (const { id, body } of await take(level.map(({ page }) => page))) {
      const shift = shifts.get(id) ?? 0
      if (shift === 0) continue
      for (const child of JSON.parse(body) as (string | null)[]) {
        if (child !== null) next.push({ page: child, shift: shift - 5 })
      }
    }
    level = next
  }
}

export const isEmpty = async (store: Store): Promise<boolean> => (await store.worlds()).length === 0
