import type { ChangeRow, Store } from "../../ports/store.ts"
import { blobsOfPatches, NAMING_TABLES, useOf } from "../../state/blobs.ts"
import { patchesOf } from "./change-text.ts"
import { type RootBody, slotsOf } from "./state-pages.ts"

/** How many pages or changes are read in one go. */
const CHUNK = 1000

/** The keys of the blobs that a stored change names. */
export const blobsOfRow = (row: ChangeRow): string[] => blobsOfPatches(patchesOf(row)).map(({ key }) => key)

/** The keys of all blobs that a world, its origin, a snapshot or a change in a store names. */
export async function blobsNamed(store: Store): Promise<Set<string>> {
  const keys = new Set<string>()
  const roots = new Set<string>()
  for (const row of await store.worlds()) {
    roots.add(row.root).add(row.origin.root)
    for (const { root } of await store.snapshots(row.world)) roots.add(root)
    let version = row.rootVersion
    for (;;) {
      const changes = await store.changesAfter(row.world, version, CHUNK)
      for (const key of changes.flatMap(blobsOfRow)) keys.add(key)
      const last = changes.at(-1)
      if (last === undefined) break
      version = last.sequence
    }
  }
  const seen = new Set<string>()
  for (const table of NAMING_TABLES) {
    let level: { readonly id: string; readonly shift: number }[] = []
    for await (const body of bodies(store, [...roots])) {
      const root = (JSON.parse(body) as RootBody).tables.find(({ name }) => name === table)
      if (root !== undefined) level.push({ id: root.page, shift: root.shift })
    }
    // Tables that grew are deeper than they were.
    for (let shift = Math.max(0, ...level.map((page) => page.shift)); shift >= 0; shift -= 5) {
      const due = new Set(level.filter((page) => page.shift === shift && !seen.has(page.id)).map(({ id }) => id))
      level = level.filter((page) => page.shift < shift)
      for (const id of due) seen.add(id)
      for await (const body of bodies(store, [...due])) {
        for (const slot of slotsOf(body)) {
          if (slot === null) continue
          if (typeof slot === "string") level.push({ id: slot, shift: shift - 5 })
          else {
            const use = useOf(table, slot)
            if (use !== undefined) keys.add(use.key)
          }
        }
      }
    }
  }
  return keys
}

async function* bodies(store: Store, ids: readonly string[]): AsyncGenerator<string> {
  for (let from = 0; from < ids.length; from += CHUNK)
    for (const { body } of await store.pages(ids.slice(from, from + CHUNK))) yield body
}
