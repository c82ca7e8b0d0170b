import type { DId, FId } from "../model/index.ts"
import type { Datastore, Item } from "../model/records/index.ts"
import {
  type AccessSet,
  buildOrders,
  type DatastoreOrders,
  nameOf,
  type OrderedWrite,
  orderedFields,
  withFields,
  withItems,
} from "./datastore-orders.ts"
import { CountedTree, type SortKey } from "./store/counted-tree.ts"
import { finish } from "./store/in-turns.ts"
import { Table } from "./store/table.ts"

const NO_ORDERS = Table.empty<DatastoreOrders>()

/** Writes that are not yet part of the orders, last write first. */
interface Unapplied extends OrderedWrite {
  readonly previous: ItemOrders
  readonly count: number
}

/** With more writes, the orders are brought up to date without a reader, so that a reader never waits long. */
const MAX_UNAPPLIED = 1000

/**
 * The orders of the items of all datastores: by creation time, by creation time for each set of access keys, and by the values of each
 * field that has an index. Immutable. A write is only noted, because most versions are never read. The first reader applies all noted
 * writes at once.
 */
export class ItemOrders {
  #content: Table<DatastoreOrders> | Unapplied
  #hasNext = false

  private constructor(content: Table<DatastoreOrders> | Unapplied) {
    this.#content = content
  }

  static readonly empty = new ItemOrders(NO_ORDERS)

  /** Stays empty whatever is written. A load of many items ends with `buildItemOrders`, because that is faster than one item at a time. */
  static readonly deferred = new ItemOrders(NO_ORDERS)

  static of(orders: readonly DatastoreOrders[]): ItemOrders {
    return new ItemOrders(Table.of(orders, ({ dId }) => dId))
  }

  byCreation(dId: DId): CountedTree {
    return this.#apply().get(dId)?.byCreation ?? CountedTree.empty
  }

  /** Returns the order by a field's values. The field must be one of `orderedFields`. */
  byField(dId: DId, fId: FId): CountedTree {
    const orders = this.#apply().get(dId)
    return orders?.byField[orders.fields.findIndex((field) => field.fId === fId)] ?? CountedTree.empty
  }

  accessSets(dId: DId): AccessSet[] {
    return this.#apply().get(dId)?.sets.toArray() ?? []
  }

  /** Returns the orders after an item was put, replaced or removed. */
  moved(before: Item | undefined, after: Item | undefined): ItemOrders {
    if (this === ItemOrders.deferred) return this
    // If several versions follow this one, they share its work.
    if (this.#hasNext || this.#unapplied === MAX_UNAPPLIED) this.#apply()
    this.#hasNext = true
    return new ItemOrders({ before, after, previous: this, count: this.#unapplied + 1 })
  }

  /** Returns the orders after a datastore was put, replaced or removed. `items` are its items. */
  withDatastore(dId: DId, datastore: Datastore | undefined, items: Table<Item>): ItemOrders {
    if (this === ItemOrders.deferred) return this
    const all = this.#apply()
    const orders = all.get(dId)
    if (datastore === undefined) return orders === undefined ? this : new ItemOrders(compactOrders(all.remove(dId, {})))
    const fields = orderedFields(datastore)
    const next = orders === undefined ? finish(buildOrders(dId, items, fields)) : withFields(orders, fields, items)
    return next === orders ? this : new ItemOrders(all.put(dId, next, {}))
  }

  /** Lists all entries, for comparisons. */
  entries(): { readonly name: string; readonly key: SortKey; readonly id: string }[] {
    const named = (name: string, tree: CountedTree) => tree.entries().map((entry) => ({ name, ...entry }))
    return this.#apply()
      .toArray()
      .flatMap(({ dId, byCreation, sets, fields, byField }) => [
        ...named(dId, byCreation),
        ...sets.toArray().flatMap((set) => named(`${dId} ${nameOf(set)}`, set.tree)),
        ...fields.flatMap(({ fId }, at) => named(`${dId}/${fId}`, byField[at] as CountedTree)),
      ])
  }

  get #unapplied(): number {
    return this.#content instanceof Table ? 0 : this.#content.count
  }

  #apply(): Table<DatastoreOrders> {
    if (this.#content instanceof Table) return this.#content
    const writes: OrderedWrite[] = []
    let content: Table<DatastoreOrders> | Unapplied = this.#content
    while (!(content instanceof Table)) {
      writes.push(content)
      content = content.previous.#content
    }
    this.#content = withWrites(content, writes.reverse())
    return this.#content
  }
}

/** Returns the orders after the writes. Ignores items of a datastore that does not exist. */
function withWrites(all: Table<DatastoreOrders>, writes: readonly OrderedWrite[]): Table<DatastoreOrders> {
  const owner = {}
  const byDatastore = new Map<DId, Map<string, OrderedWrite>>()
  for (const { before, after } of writes) {
    const { dId, iId } = (after ?? before) as Item
    const items = byDatastore.get(dId) ?? new Map<string, OrderedWrite>()
    byDatastore.set(dId, items)
    const earlier = items.get(iId)
    items.set(iId, { before: earlier === undefined ? before : earlier.before, after })
  }
  let table = all
  for (const [dId, items] of byDatastore) {
    const orders = table.get(dId)
    if (orders !== undefined) table = table.put(dId, withItems(orders, [...items.values()]), owner)
  }
  return table
}

const compactOrders = (table: Table<DatastoreOrders>): Table<DatastoreOrders> =>
  table.isSparse ? table.compacted(({ dId }) => dId) : table

/** Builds the orders of all items. Yields regularly, so that the caller can let other work run. */
export function* buildItemOrders(
  datastores: Table<Datastore>,
  itemsOf: (dId: DId) => Table<Item>,
): Generator<void, ItemOrders> {
  const all: DatastoreOrders[] = []
  for (const datastore of datastores.toArray()) {
    const { dId } = datastore
    all.push(yield* buildOrders(dId, itemsOf(dId), orderedFields(datastore)))
  }
  return ItemOrders.of(all)
}
