import { areNextAfter, blobsNamed, blobsOfRow, type Page, type Store, StoreTrouble } from "../../../src/inside.ts"
import { requireSoundBytes } from "./page-id.ts"

/** Told how far a long work is. */
export type Progress = (done: number, of: number) => void

const CHUNK = 256
const CHANGES = 2000

/** What was to be copied was dropped as needless or replaced meanwhile, or has never been there. */
export class CopyOvertaken extends StoreTrouble {
  constructor() {
    super("other", "what was to be copied is not there: data verify tells whether it is damaged")
  }
}

/**
 * Copies every world, with its snapshots and bytes, into a store that is empty. What is written to the first meanwhile may be left out.
 * Throws a `CopyOvertaken` where a part of it went away, and leaves what was copied.
 */
export async function copyStore(from: Store, to: Store, progress: Progress = () => {}): Promise<void> {
  const worlds = await from.worlds()
  const snapshots = await Promise.all(worlds.map(({ world }) => from.snapshots(world)))
  const { pages: all, blobs: allBlobs } = await from.sizes()
  let done = 0
  const tell = (more: number) => {
    done += more
    progress(Math.min(done, all + allBlobs), all + allBlobs)
  }
  const copied = new Set<string>()
  const copy = (root: string) => copyPages(from, to, root, { copied, tell })
  const keys = await from.blobKeys()
  const copiedBlobs = new Set(keys)
  for (const [at, row] of worlds.entries()) {
    await copy(row.root)
    await copy(row.origin.root)
    // Bytes are shared by all worlds: they travel with the first.
    const blobs = at === 0 ? await from.blobs(keys) : []
    blobs.forEach(requireSoundBytes)
    tell(blobs.length)
    const rooted = { root: row.root, pages: [], references: [row.root, row.origin.root] }
    const made = await to.makeWorld({ ...row, version: row.rootVersion }, rooted, blobs)
    if (typeof made === "string") throw new StoreTrouble("other", `the world ${row.name} could not be made: ${made}`)
    const areNext = areNextAfter(row.rootVersion)
    for (let version = row.rootVersion; ; ) {
      const changes = await from.changesAfter(row.world, version, CHANGES)
      const last = changes.at(-1)
      if (last === undefined && version < row.version) throw new CopyOvertaken()
      if (last === undefined) break
      if (!areNext(changes)) throw new CopyOvertaken()
      // Others may have stored these since the keys were read.
      const late = [...new Set(changes.flatMap(blobsOfRow))].filter((key) => !copiedBlobs.has(key))
      const outcome = await to.append(made.world, changes, await from.blobs(late))
      for (const key of late) copiedBlobs.add(key)
      if (outcome !== "done") throw new StoreTrouble("other", `changes of the world ${row.name} were ${outcome}`)
      version = last.sequence
    }
    for (const { root, ...snapshot } of snapshots[at] ?? []) {
      await copy(root)
      await to.putSnapshot(made.world, snapshot, { root, pages: [], references: [root] }, [])
    }
  }
}

/** Refuses a copy that lacks bytes which it names. Throws a `CopyOvertaken` unless the store itself has lost them. */
export async function requireBlobs(copy: Store, from: Store): Promise<void> {
  const lost = await lostBlobs(copy)
  if (lost.length === 0) return
  const [first] = await lostBlobs(from)
  if (first === undefined) throw new CopyOvertaken()
  throw new StoreTrouble(
    "other",
    `the store has lost bytes that it names: data verify tells which; one is the blob ${first}`,
  )
}

/** Keys that the records of a store name and that are not there. */
export async function lostBlobs(store: Store): Promise<string[]> {
  const named = await blobsNamed(store)
  const there = new Set(await store.blobKeys())
  return [...named].filter((key) => !there.has(key))
}

interface Copying {
  readonly copied: Set<string>
  readonly tell: (more: number) => void
}

/** What a root body says of where its pages are. */
interface RootTables {
  readonly tables: readonly { readonly shift: number; readonly page: string }[]
}

/** Copies the pages to which a root leads, unless they were copied before. */
export async function copyPages(from: Store, to: Store, root: string, { copied, tell }: Copying): Promise<void> {
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
      tell(pages.length)
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

/** Whether a store holds nothing yet. */
export const isEmpty = async (store: Store): Promise<boolean> => (await store.worlds()).length === 0
