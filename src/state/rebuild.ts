import { NEVER } from "../model/ids.ts"
import { INDEX_NAMES, type IndexName, indexesOf } from "./indexes.ts"
import type { State } from "./state.ts"
import { keyOf } from "./tables.ts"
import { View } from "./view.ts"

/**
 * The entries of every index that are missing from a state or should not be there, found by making all indexes anew from
 * the tables; empty for a sound state. O(size of the state): an invariant for tests, not for use.
 */
export function indexFaults(state: State): string[] {
  const rebuilt = rebuildEntries(state)
  return INDEX_NAMES.flatMap((index) => {
    const kept = new Set(state.indexes[index].entries().map(({ key, id }) => entryText(key, id)))
    const expected = rebuilt.get(index) ?? new Set<string>()
    return [
      ...[...expected].filter((entry) => !kept.has(entry)).map((entry) => `${index} lacks ${printEntry(entry)}`),
      ...[...kept].filter((entry) => !expected.has(entry)).map((entry) => `${index} keeps ${printEntry(entry)}`),
    ]
  })
}

/** No ID holds a line feed, so that what stands before the last is the key. */
const entryText = (key: string, id: string): string => `${key}\n${id}`

function printEntry(entry: string): string {
  const end = entry.lastIndexOf("\n")
  return JSON.stringify([entry.slice(0, end), entry.slice(end + 1)])
}

function rebuildEntries(state: State): Map<IndexName, Set<string>> {
  const view = new View(state, NEVER, "")
  const entries = new Map<IndexName, Set<string>>()
  for (const [name, table] of state.tables) {
    for (const [index, definition] of indexesOf(name)) {
      const found = entries.get(index) ?? new Set<string>()
      entries.set(index, found)
      table.forEach((record) => {
        for (const key of definition.keys(record as never, view))
          found.add(entryText(key, keyOf(name, record as never)))
      })
    }
  }
  return entries
}
