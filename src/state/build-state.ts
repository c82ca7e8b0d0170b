import { NEVER } from "../model/index.ts"
import type { Datastore } from "../model/records/index.ts"
import { INDEX_NAMES, type Indexes, type IndexName, indexesOf, NO_INDEXES, type WritableIndexes } from "./indexes.ts"
import { buildItemOrders, ItemOrders } from "./item-orders.ts"
import { compactIndexes, reindex, reindexItems } from "./reindex.ts"
import type { Scalars } from "./scalars.ts"
import { makeState, type State } from "./state.ts"
import { finish } from "./store/in-turns.ts"
import { Postings } from "./store/postings.ts"
import { SortedIndex } from "./store/sorted-index.ts"
import { Table } from "./store/table.ts"
import { type SlotDifference, type Vector, vectorDifferences } from "./store/vector.ts"
import { itemsTable, keyOf, type TableName, TableSet } from "./tables.ts"
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

/**
 * Returns the state with these vectors of records. Shares tables and indexes with `base`, so that the work and the memory depend on the
 * number of differences, unless most records differ.
 */
export function stateOfVectors(
  vectors: readonly (readonly [TableName, Vector])[],
  scalars: Scalars,
  base: State | undefined,
): State {
  if (base === undefined) return stateOver(storedTables(vectors), scalars)
  const owner = {}
  const changed = new Map<TableName, readonly SlotDifference<object>[]>()
  let tables = TableSet.empty()
  let [differing, size] = [0, 0]
  for (const [name, vector] of vectors) {
    const like: Table<object> = base.tables.get(name)
    const isSame = like.vector.root === vector.root && like.vector.length === vector.length
    const { table, differences } = isSame
      ? { table: like, differences: [] }
      : like.over(vector, (record) => keyOf(name, record as never))
    if (differences.length > 0) changed.set(name, differences)
    tables = tables.put(name, table as Table<never>, owner)
    differing += differences.length
    size += table.size
  }
  const names = new Set(tables.keys())
  for (const [name, table] of base.tables) {
    if (names.has(name)) continue
    const differences = vectorDifferences<object>(table.vector, Table.empty<object>().vector)
    if (differences.length > 0) changed.set(name, differences)
    differing += differences.length
  }
  if (differing * 2 > size) return stateOver(tables, scalars)
  return { tables, indexes: indexesAfter(base, tables, scalars, changed), scalars }
}

function storedTables(vectors: readonly (readonly [TableName, Vector])[]): TableSet {
  const owner = {}
  let tables = TableSet.empty()
  for (const [name, vector] of vectors) {
    const table = Table.stored(vector, (record) => keyOf(name, record as never))
    tables = tables.put(name, table as Table<never>, owner)
  }
  return tables
}

function indexesAfter(
  base: State,
  tables: TableSet,
  scalars: Scalars,
  changed: ReadonlyMap<TableName, readonly SlotDifference<object>[]>,
): Indexes {
  if (changed.size === 0) return base.indexes
  const own = { indexes: { ...base.indexes } as WritableIndexes, owner: {} }
  const view = new View({ ...makeState(scalars), tables }, scalars.startedAt, "")
  // Fields decide which values of items are indexed. The items of the base are therefore indexed by the new fields first.
  for (const [dId, { before, after }] of byId("datastores", changed.get("datastores") ?? []))
    reindexItems(own, base.tables.get(itemsTable(dId)), before as Datastore | undefined, after as Datastore | undefined)
  for (const [name, differences] of changed) {
    for (const [id, { before, after }] of byId(name, differences)) reindex(own, name, id, before, after, view)
    compactIndexes(own, name)
  }
  return own.indexes as Indexes
}

interface Rewritten {
  before?: object
  after?: object
}

/** Groups the differences of a table by record, because a record may have moved to another slot. */
function byId(name: TableName, differences: readonly SlotDifference<object>[]): Map<string, Rewritten> {
  const records = new Map<string, Rewritten>()
  const of = (record: object): Rewritten => {
    const id = keyOf(name, record as never)
    const found = records.get(id) ?? {}
    records.set(id, found)
    return found
  }
  for (const { before, after } of differences) {
    if (before !== undefined) of(before).before = before
    if (after !== undefined) of(after).after = after
  }
  return records
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
  const indexes: WritableIndexes = { ...NO_INDEXES, itemOrders: ordersOver(tables) }
  for (const [name, idsByKey] of found) {
    if (idsByKey.size === 0) continue
    for (const ids of idsByKey.values()) ids.sort()
    indexes[name] = (NO_INDEXES[name] instanceof SortedIndex ? SortedIndex : Postings).of(idsByKey)
  }
  return indexes as Indexes
}

const buildOrdersOver = (tables: TableSet) =>
  buildItemOrders(tables.get("datastores"), (dId) => tables.get(itemsTable(dId)))

const ordersOver = (tables: TableSet): ItemOrders => finish(buildOrdersOver(tables))

/** Returns a state whose transactions leave the orders of items alone. The caller must build them after its last write. */
export const withoutOrders = (state: State): State => ({
  ...state,
  indexes: { ...state.indexes, itemOrders: ItemOrders.deferred },
})

/** Returns the state with the orders of its items. Yields regularly, so that the caller can let other work run. */
export function* orderItems(state: State): Generator<void, State> {
  return { ...state, indexes: { ...state.indexes, itemOrders: yield* buildOrdersOver(state.tables) } }
}

/** Compares the state's indexes with indexes rebuilt from the tables and returns the differences. Slow; for tests. */
export function indexFaults(state: State): string[] {
  const rebuilt = rebuildEntries(state)
  const orderEntries = (orders: ItemOrders) =>
    new Set(orders.entries().map(({ name, key, id }) => entryText(`${name} ${JSON.stringify(key)}`, id)))
  return [
    ...INDEX_NAMES.flatMap((index) => {
      const present = new Set(state.indexes[index].entries().map(({ key, id }) => entryText(key, id)))
      return differences(index, present, rebuilt.get(index) ?? new Set<string>())
    }),
    ...differences("itemOrders", orderEntries(state.indexes.itemOrders), orderEntries(ordersOver(state.tables))),
  ]
}

const differences = (index: string, present: ReadonlySet<string>, expected: ReadonlySet<string>): string[] => [
  ...[...expected].filter((entry) => !present.has(entry)).map((entry) => `${index} lacks ${printEntry(entry)}`),
  ...[...present]
    .filter((entry) => !expected.has(entry))
    .map((entry) => `the index ${index} has ${printEntry(entry)}, but no record has it`),
]

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
