import type { DId, FId } from "../model/index.ts"
import type { Datastore, Item } from "../model/records/index.ts"
import type { AccessSet } from "./access-sets.ts"
import { DatastoreOrders } from "./datastore-orders.ts"
import { orderedFields } from "./ordered-fields.ts"
import { CountedTree } from "./store/counted-tree.ts"
import { finish } from "./store/in-turns.ts"
import { Table } from "./store/table.ts"
import type { SortKey } from "./store/tree-nodes.ts"

/** The orders of the items of all datastores. Immutable. */
export class ItemOrders {
  readonly #all: Table<DatastoreOrders>

  private constructor(all: Table<DatastoreOrders>) {
    this.#all = all
  }

  static readonly empty = new ItemOrders(Table.empty())

  /** Stays empty whatever is written. A load of many items ends with `buildItemOrders`, because that is faster than one item at a time. */
  static readonly deferred = new ItemOrders(Table.empty())

  static of(orders: readonly DatastoreOrders[]): ItemOrders {
    return new ItemOrders(Table.of(orders, ({ dId }) => dId))
  }

  byCreation(dId: DId): CountedTree {
    return this.#all.get(dId)?.byCreation() ?? CountedTree.empty
  }

  /** Returns the order by a field's values. The field must be one of `orderedFields`. */
  byField(dId: DId, fId: FId): CountedTree {
    return this.#all.get(dId)?.byField(fId) ?? CountedTree.empty
  }

  accessSets(dId: DId): AccessSet[] {
    return this.#all.get(dId)?.accessSets().toArray() ?? []
  }

  /** Returns the items of an access set in the order of their creation. */
  bySet(dId: DId, name: string): CountedTree {
    return this.#all.get(dId)?.bySet(name) ?? CountedTree.empty
  }

  /** Returns the orders after an item was put, replaced or removed. Ignores items of a datastore that does not exist. */
  moved(before: Item | undefined, after: Item | undefined, owner: object): ItemOrders {
    if (this === ItemOrders.deferred) return this
    const { dId } = (after ?? before) as Item
    const position = this.#all.position(dId)
    const orders = this.#all.at(position)
    return orders === undefined
      ? this
      : new ItemOrders(this.#all.put(dId, orders.moved(before, after), owner, position))
  }

  /** Returns the orders after a datastore was put, replaced or removed. `items` are its items. */
  withDatastore(dId: DId, datastore: Datastore | undefined, items: Table<Item>, owner: object): ItemOrders {
    if (this === ItemOrders.deferred) return this
    const orders = this.#all.get(dId)
    if (datastore === undefined)
      return orders === undefined ? this : new ItemOrders(compactOrders(this.#all.remove(dId, owner)))
    const fields = orderedFields(datastore)
    const next = orders?.withFields(fields, items) ?? finish(DatastoreOrders.build(dId, items, fields))
    return next === orders ? this : new ItemOrders(this.#all.put(dId, next, owner))
  }

  /** Lists all entries, for comparisons. */
  entries(): { readonly name: string; readonly key: SortKey; readonly id: string }[] {
    return this.#all
      .toArray()
      .flatMap((orders) => orders.trees())
      .flatMap(({ name, tree }) => tree.entries().map((entry) => ({ name, ...entry })))
  }
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
    all.push(yield* DatastoreOrders.build(dId, itemsOf(dId), orderedFields(datastore)))
  }
  return ItemOrders.of(all)
}
