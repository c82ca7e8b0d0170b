import { NEVER } from "../model/index.ts"
import { INDEX_NAMES, type Index, type Indexes, type IndexName, indexesOf, NO_INDEXES } from "./indexes.ts"
import type { Scalars } from "./scalars.ts"
import { makeState, type State } from "./state.ts"
import { Postings } from "./store/postings.ts"
import { SortedIndex } from "./store/sorted-index.ts"
import { Table } from "./store/table.ts"
import { keyOf, type TableName, TableSet } from "./tables.ts"
import { View } from "./view.ts"

/** Records by table, in insertion order. Keys must be unique within a table. */
export type Records = readonly (readonly [TableName, readonly object[]])[]

/**
 * Builds the state that a transaction would result in if it put the records, but builds each index in one pass. Does not copy the records.
 */
export function stateOf(records: Records, scalars: Scalars): State {
  const owner = {}
  let tables = TableSet.empty()
  for (const [name, list] of records) {
    const table = Table.of(list, (record) => keyOf(name, record as never))
    tables = tables.put(name, table as Table<never>, owner)
  }
  return stateOver(tables, scalars)
}

export function stateOver(tables: TableSet, scalars: Scalars): State {
  const view = new View({ ...makeState(scalars), tables }, scalars.startedAt, "")
  return { tables, indexes: indexesOver(tables, view), scalars }
}

function indexesOver(tables: TableSet, view: View): Indexes {
  const found = new Map<IndexName, Map<string, string[]>>(INDEX_NAMES.map((name) => [name, new Map()]))
  for (const [name, table] of tables) {
    for (const [index, { keys }] of indexesOf(name)) {
      const idsByKey = found.get(index) as Map<string, string[]>
      table.forEach((record) => {
        const id = keyOf(name, record as never)
        for (const key of keys(record as never, view)) {
          const ids = idsByKey.get(key)
          if (ids === undefined) idsByKey.set(key, [id])
          // A key that occurs twice in one record is added only once.
          else if (ids.at(-1) !== id) ids.push(id)
        }
      })
    }
  }
  const indexes: Record<IndexName, Index> = { ...NO_INDEXES }
  for (const [name, idsByKey] of found) {
    if (idsByKey.size === 0) continue
    for (const ids of idsByKey.values()) ids.sort()
    indexes[name] = (NO_INDEXES[name] instanceof SortedIndex ? SortedIndex : Postings).of(idsByKey)
  }
  return indexes as Indexes
}

/** Compares the state's indexes with indexes rebuilt from the tables and returns the differences. Slow; for tests. */
export function indexFaults(state: State): string[] {
  const rebuilt = rebuildEntries(state)
  return INDEX_NAMES.flatMap((index) => {
    const present = new Set(state.indexes[index].entries().map(({ key, id }) => entryText(key, id)))
    const expected = rebuilt.get(index) ?? new Set<string>()
    return [
      ...[...expected].filter((entry) => !present.has(entry)).map((entry) => `${index} lacks ${printEntry(entry)}`),
      ...[...present]
        .filter((entry) => !expected.has(entry))
        .map((entry) => `the index ${index} has ${printEntry(entry)}, but no record has it`),
    ]
  })
}

/** Joins a key and an ID. IDs contain no line feed, so the last line feed is the separator. */
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
