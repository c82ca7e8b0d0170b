import { Postings } from "./store/postings.ts"
import { SortedIndex } from "./store/sorted-index.ts"
import { Table } from "./store/table.ts"
import { INDEX_NAMES, type Index, type Indexes, type IndexName, indexesOf, NO_INDEXES } from "./indexes.ts"
import type { Scalars } from "./scalars.ts"
import { makeState, type State } from "./state.ts"
import { TableSet } from "./table-set.ts"
import { keyOf, type TableName } from "./tables.ts"
import { View } from "./view.ts"

/** Records of tables, of each in their order; no two of one table have the same key. */
export type Records = readonly (readonly [TableName, readonly object[]])[]

/**
 * The state that holds exactly these records: equal to putting one after the other in a transaction, but each index is built
 * in one go. Takes the records over: they are frozen and shared from now on.
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

/** The state of these tables. */
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
          // A key that a record has twice counts once.
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
