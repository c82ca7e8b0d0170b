import type { FId } from "../model/index.ts"
import type { Datastore, Item } from "../model/records/index.ts"
import { type Index, type IndexName, ITEM_INDEXES, indexesOf, type WritableIndexes } from "./indexes.ts"
import type { Table } from "./store/table.ts"
import { isItemsTable, type TableName } from "./tables.ts"
import type { View } from "./view.ts"

/** Indexes that the owner of a token may change in place. */
export interface OwnIndexes {
  readonly indexes: WritableIndexes
  readonly owner: object
}

const NO_KEYS: readonly string[] = []

/** Updates all indexes of a table after a record was put, replaced or removed. */
export function reindex(
  own: OwnIndexes,
  name: TableName,
  id: string,
  before: object | undefined,
  after: object | undefined,
  view: View,
): void {
  for (const [index, definition] of indexesOf(name)) {
    const old = before === undefined ? NO_KEYS : definition.keys(before as never, view)
    const now = after === undefined ? NO_KEYS : definition.keys(after as never, view)
    moveEntries(own, index, id, old, now)
  }
  if (!isItemsTable(name)) return
  own.indexes.itemOrders = own.indexes.itemOrders.moved(
    before as Item | undefined,
    after as Item | undefined,
    own.owner,
  )
}

/** Updates the indexes of a datastore's items after its fields changed. */
export function reindexItems(
  own: OwnIndexes,
  items: Table<Item>,
  before: Datastore | undefined,
  after: Datastore | undefined,
): void {
  const dId = (after ?? before)?.dId
  if (dId === undefined) return
  own.indexes.itemOrders = own.indexes.itemOrders.withDatastore(dId, after, items, own.owner)
  for (const [index, { fieldsOf, keysOf }] of ITEM_INDEXES) {
    const [old, now] = [fieldsOf(before), fieldsOf(after)]
    const isOld = (fId: FId): boolean => before?.fields.some((field) => field.fId === fId) === true
    // If fields were only added, no index changes, because no item has a value for a new field.
    if (before !== undefined && old.join() === now.filter(isOld).join()) continue
    items.forEach((item) => {
      moveEntries(own, index, item.iId, keysOf(item, old), keysOf(item, now))
    })
  }
}

function moveEntries(
  { indexes, owner }: OwnIndexes,
  name: IndexName,
  id: string,
  old: readonly string[],
  now: readonly string[],
): void {
  if (old.length === now.length && old.every((key, at) => key === now[at])) return
  let index: Index = indexes[name]
  for (const key of old) if (!now.includes(key)) index = index.remove(key, id, owner)
  for (const key of now) if (!old.includes(key)) index = index.add(key, id, owner)
  indexes[name] = index
}

/** Drops the empty slots of the indexes of a table, if they have many. */
export function compactIndexes({ indexes }: Pick<OwnIndexes, "indexes">, name: TableName): void {
  for (const [index] of indexesOf(name)) indexes[index] = indexes[index].compacted()
  if (name !== "datastores") return
  for (const [index] of ITEM_INDEXES) indexes[index] = indexes[index].compacted()
}
