import { type AccessKey, byText, compareSortKeys, type DId, type FId, oncePer, textSortKey } from "../model/index.ts"
import type { Datastore, DataType, Field, Item } from "../model/records/index.ts"
import { CountedTree, compareEntries, type EntryChange, type SortKey } from "./store/counted-tree.ts"
import { ENTRIES_PER_TURN, finish, groupInTurns, sortInTurns } from "./store/in-turns.ts"
import { Table } from "./store/table.ts"

/**
 * How the values of a type are ordered: as texts, as they are stored, or (null) not by the stored value alone, because their order depends
 * on other records or settings.
 */
const ORDER: Readonly<Record<DataType, "text" | "value" | null>> = {
  text: "text",
  textarea: "text",
  number: "value",
  calc: null,
  autonum: "text",
  datetime: "value",
  date: "value",
  time: "value",
  select: null,
  radio: null,
  checkbox: null,
  users: null,
  file: null,
  dslookup: null,
  status: null,
  label: null,
  separator: null,
}

/** A field whose values have an order. */
export interface OrderedField {
  readonly fId: FId
  readonly isText: boolean
}

export const isOrdered = ({ unique, hasIndex, dataType }: Field): boolean =>
  (unique || hasIndex) && ORDER[dataType] !== null

export const orderedFields = oncePer(({ fields }: Datastore): readonly OrderedField[] =>
  fields.filter(isOrdered).map(({ fId, dataType }) => ({ fId, isText: ORDER[dataType] === "text" })),
)

function sortKeyOf({ values }: Item, { fId, isText }: OrderedField): SortKey {
  const value = values[fId]
  if (typeof value === "number") return value
  if (typeof value !== "string") return null
  return isText ? textSortKey(value) : value
}

/** The items that the same users see, in the order of their creation. */
export interface AccessSet {
  readonly accessKeys: readonly AccessKey[]
  readonly tree: CountedTree
}

/** The orders of a datastore's items. */
export interface DatastoreOrders {
  readonly dId: DId
  readonly byCreation: CountedTree
  readonly sets: Table<AccessSet>
  readonly fields: readonly OrderedField[]
  /** The orders by the values of `fields`, in the same order as `fields`. */
  readonly byField: readonly CountedTree[]
}

/** A write of an item. */
export interface OrderedWrite {
  readonly before: Item | undefined
  readonly after: Item | undefined
}

const isSame = (field: OrderedField, other: OrderedField | undefined): boolean =>
  field.fId === other?.fId && field.isText === other.isText

/** Access keys contain no blanks. */
export const nameOf = ({ accessKeys }: Pick<Item, "accessKeys">): string => accessKeys.join(" ")

const creation = ({ createdAt }: Item): SortKey => createdAt

/** Returns the orders after writes of different items. */
export function withItems(orders: DatastoreOrders, writes: readonly OrderedWrite[]): DatastoreOrders {
  const byCreation = withMoves(orders.byCreation, writes, creation)
  const byField = orders.byField.map((tree, at) => {
    const field = orders.fields[at] as OrderedField
    return withMoves(tree, writes, (item) => sortKeyOf(item, field))
  })
  return { ...orders, byCreation, byField, sets: withSets(orders, writes, byCreation) }
}

function withSets(
  { byCreation: before, sets }: DatastoreOrders,
  writes: readonly OrderedWrite[],
  byCreation: CountedTree,
): Table<AccessSet> {
  const owner = {}
  const bySet = groupBySet(writes)
  let table = sets
  for (const [name, { accessKeys, writes }] of bySet) {
    const tree = table.get(name)?.tree ?? CountedTree.empty
    // While all items have the same access keys, the set's order is the order of all items.
    const next = tree === before && bySet.size === 1 ? byCreation : withMoves(tree, writes, creation)
    if (next.size === 0) table = table.remove(name, owner)
    else if (next !== tree) table = table.put(name, { accessKeys, tree: next }, owner)
  }
  return table.isSparse ? table.compacted(nameOf) : table
}

interface WritesOfSet {
  readonly accessKeys: readonly AccessKey[]
  readonly writes: OrderedWrite[]
}

/** Groups writes by the names of their sets. An item that changes its set leaves one set and joins another. */
function groupBySet(writes: readonly OrderedWrite[]): Map<string, WritesOfSet> {
  const bySet = new Map<string, WritesOfSet>()
  const add = ({ accessKeys }: Item, write: OrderedWrite) => {
    const name = nameOf({ accessKeys })
    const set = bySet.get(name)
    if (set === undefined) bySet.set(name, { accessKeys, writes: [write] })
    else set.writes.push(write)
  }
  for (const write of writes) {
    const { before, after } = write
    if (before !== undefined && after !== undefined && nameOf(before) === nameOf(after)) {
      if (before.createdAt !== after.createdAt) add(after, write)
      continue
    }
    if (before !== undefined) add(before, { before, after: undefined })
    if (after !== undefined) add(after, { before: undefined, after })
  }
  return bySet
}

function withMoves(tree: CountedTree, writes: readonly OrderedWrite[], keyOf: (item: Item) => SortKey): CountedTree {
  const changes: EntryChange[] = []
  for (const { before, after } of writes) {
    const from = before === undefined ? undefined : keyOf(before)
    const to = after === undefined ? undefined : keyOf(after)
    if (from === to) continue
    if (before !== undefined && from !== undefined) changes.push({ key: from, id: before.iId, isRemoval: true })
    if (after !== undefined && to !== undefined) changes.push({ key: to, id: after.iId, isRemoval: false })
  }
  return tree.changed(changes.sort(compareEntries))
}

/** Returns the orders after the datastore's settings changed. `items` are its items. */
export function withFields(
  orders: DatastoreOrders,
  fields: readonly OrderedField[],
  items: Table<Item>,
): DatastoreOrders {
  if (fields.length === orders.fields.length && fields.every((field, at) => isSame(field, orders.fields[at])))
    return orders
  const byField = fields.map((field) => {
    const at = orders.fields.findIndex((other) => isSame(field, other))
    return orders.byField[at] ?? finish(buildTree(items.toArray(), (item) => sortKeyOf(item, field)))
  })
  return { ...orders, fields, byField }
}

/** Builds the orders of a datastore's items in one pass each. Yields regularly, so that the caller can let other work run. */
export function* buildOrders(
  dId: DId,
  items: Table<Item>,
  fields: readonly OrderedField[],
): Generator<void, DatastoreOrders> {
  const all = items.toArray()
  const byCreation = yield* buildTree(all, creation)
  const byField: CountedTree[] = []
  for (const field of fields) byField.push(yield* buildTree(all, (item) => sortKeyOf(item, field)))
  const sets: AccessSet[] = []
  for (const set of (yield* groupInTurns(all, nameOf)).values()) {
    const { accessKeys } = set[0] as Item
    sets.push({ accessKeys, tree: set.length === all.length ? byCreation : yield* buildTree(set, creation) })
  }
  return { dId, byCreation, sets: Table.of(sets, nameOf), fields, byField }
}

/** Most items share their keys, e.g. under a clock that stands. Therefore only different keys are compared. */
function* buildTree(items: readonly Item[], keyOf: (item: Item) => SortKey): Generator<void, CountedTree> {
  const itemsByKey = yield* groupInTurns(items, keyOf)
  const [keys, ids]: [SortKey[], string[]] = [[], []]
  for (const key of yield* sortInTurns([...itemsByKey.keys()], compareSortKeys)) {
    const own = (itemsByKey.get(key) ?? []).map(({ iId }) => iId)
    for (const id of own.length === 1 ? own : yield* sortInTurns(own, byText)) {
      keys.push(key)
      if (ids.push(id) % ENTRIES_PER_TURN === 0) yield
    }
  }
  return CountedTree.of(keys, ids)
}
