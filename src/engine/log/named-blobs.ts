import type { ChangeRow, Store } from "../../ports/index.ts"
import { blobsOfPatches, NAMING_TABLES, useOf } from "../../state/index.ts"
import { patchesOf } from "./change-text.ts"
import { rowsAfter } from "./read-changes.ts"
import { type RootBody, slotsOf } from "./state-pages.ts"

const CHUNK = 1000

export const blobsOfRow = (row: ChangeRow): string[] => blobsOfPatches(patchesOf(row)).map(({ key }) => key)

/** Returns the keys of all blobs to which a store's worlds, origins, snapshots and changes refer. */
export async function blobsNamed(store: Store): Promise<Set<string>> {
  const keys = new Set<string>()
  const roots = new Set<string>()
  const rows = await store.worlds()
  // Reads the snapshots after the worlds. A snapshot of a world that was created in the meantime does no harm.
  for (const snapshots of (await store.allSnapshots()).values()) for (const { root } of snapshots) roots.add(root)
  for (const row of rows) {
    roots.add(row.root).add(row.origin.root)
    for await (const changes of rowsAfter(store, row.world, row.rootVersion))
      for (const key of changes.flatMap(blobsOfRow)) keys.add(key)
  }
  const visited = new Set<string>()
  for (const table of NAMING_TABLES) {
    let level: { readonly id: string; readonly shift: number }[] = []
    for await (const body of bodies(store, [...roots])) {
      const root = (JSON.parse(body) as RootBody).tables.find(({ name }) => name === table)
      if (root !== undefined) level.push({ id: root.page, shift: root.shift })
    }
    // Trees differ in depth, so their pages are read level by level. `shift` drops by 5 per level; at 0, pages contain records.
    for (let shift = Math.max(0, ...level.map((page) => page.shift)); shift >= 0; shift -= 5) {
      const due = new Set(level.filter((page) => page.shift === shift && !visited.has(page.id)).map(({ id }) => id))
      level = level.filter((page) => page.shift < shift)
      for (const id of due) visited.add(id)
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
