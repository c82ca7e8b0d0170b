import { type AccessKey, compareSortKeys, type DId, type FId, oncePer, textSortKey } from "../model/index.ts"
import type { Datastore, DataType, Field, Item } from "../model/records/index.ts"
import { CountedTree, type SortKey } from "./store/counted-tree.ts"
import { Postings } from "./store/postings.ts"
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

const NO_FIELDS: readonly OrderedField[] = []

const chosenFields = oncePer(({ fields }: Datastore): readonly OrderedField[] =>
  fields.filter(isOrdered).map(({ fId, dataType }) => ({ fId, isText: ORDER[dataType] === "text" })),
)

export const orderedFields = (datastore: Datastore | undefined): readonly OrderedField[] =>
  datastore === undefined ? NO_FIELDS : chosenFields(datastore)

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

interface NamedTree {
  readonly name: string
  readonly tree: CountedTree
}

/** Names of orders. Access keys and IDs contain neither blanks nor slashes. */
const nameOfSet = (dId: DId, accessKeys: readonly AccessKey[]): string => `${dId} ${accessKeys.join(" ")}`
const nameOfField = (dId: DId, fId: FId): string => `${dId}/${fId}`
const isSet = (name: string): boolean => name.includes(" ")

/** An item's place in an order. */
interface Place {
  readonly name: string
  readonly key: SortKey
}

function placesOf(item: Item, fields: readonly OrderedField[]): Place[] {
  const { dId, createdAt, accessKeys } = item
  const places: Place[] = [
    { name: dId, key: createdAt },
    { name: nameOfSet(dId, accessKeys), key: createdAt },
  ]
  for (const field of fields) places.push({ name: nameOfField(dId, field.fId), key: sortKeyOf(item, field) })
  return places
}

/**
 * The orders of the items of all datastores: by creation time, by creation time for each set of access keys, and by the values of each
 * field that has an index. Immutable, except that writes with the same `owner` token happen in place.
 */
export class ItemOrders {
  readonly #trees: Table<NamedTree>
  /** Names of the orders by set of access keys, by datastore. */
  readonly #sets: Postings
  readonly #isDeferred: boolean

  private constructor(trees: Table<NamedTree>, sets: Postings, isDeferred = false) {
    this.#trees = trees
    this.#sets = sets
    this.#isDeferred = isDeferred
  }

  static empty(): ItemOrders {
    return new ItemOrders(Table.empty(), Postings.empty())
  }

  /** Returns orders that stay empty whatever is written, because the caller builds all orders after the last write. */
  static deferred(): ItemOrders {
    return new ItemOrders(Table.empty(), Postings.empty(), true)
  }

  byCreation(dId: DId): CountedTree {
    return this.#tree(dId)
  }

  /** Returns the order by a field's values. The field must be one of `orderedFields`. */
  byField(dId: DId, fId: FId): CountedTree {
    return this.#tree(nameOfField(dId, fId))
  }

  accessSets(dId: DId): AccessSet[] {
    return this.#sets.list(dId).map((name) => {
      const accessKeys = name.slice(dId.length + 1)
      return { accessKeys: (accessKeys === "" ? [] : accessKeys.split(" ")) as AccessKey[], tree: this.#tree(name) }
    })
  }

  /** Returns the orders after an item was put, replaced or removed. `fields` are the datastore's ordered fields. */
  moved(before: Item | undefined, after: Item | undefined, fields: readonly OrderedField[], owner: object): ItemOrders {
    if (this.#isDeferred) return this
    const old = before === undefined ? [] : placesOf(before, fields)
    const now = after === undefined ? [] : placesOf(after, fields)
    let orders: ItemOrders = this
    for (let at = 0; at < Math.max(old.length, now.length); at += 1) {
      const [from, to] = [old[at], now[at]]
      if (from?.name === to?.name && from?.key === to?.key) continue
      if (from !== undefined && before !== undefined) orders = orders.#without(from, before, owner)
      if (to !== undefined && after !== undefined) orders = orders.#with(to, after, owner)
    }
    return orders
  }

  /** Returns the orders after the fields of a datastore changed. */
  withFields(
    dId: DId,
    items: Table<Item>,
    before: readonly OrderedField[],
    after: readonly OrderedField[],
    owner: object,
  ): ItemOrders {
    if (this.#isDeferred) return this
    const isIn = (fields: readonly OrderedField[], { fId, isText }: OrderedField) =>
      fields.some((one) => one.fId === fId && one.isText === isText)
    let orders: ItemOrders = this
    for (const field of before)
      if (!isIn(after, field)) orders = orders.#put(nameOfField(dId, field.fId), CountedTree.empty(), owner)
    for (const field of after) {
      if (isIn(before, field) || items.size === 0) continue
      const tree = treeOf(items, (item) => sortKeyOf(item, field))
      orders = orders.#put(nameOfField(dId, field.fId), tree, owner)
    }
    return orders
  }

  /** Returns the orders with those of a datastore's items, built in one pass each. */
  withItems(dId: DId, items: Table<Item>, fields: readonly OrderedField[], owner: object): ItemOrders {
    if (items.size === 0) return this
    const creation = ({ createdAt }: Item) => createdAt
    let orders = this.withFields(dId, items, NO_FIELDS, fields, owner).#put(dId, treeOf(items, creation), owner)
    const sets = new Map<string, Item[]>()
    items.forEach((item) => {
      const name = nameOfSet(dId, item.accessKeys)
      const set = sets.get(name)
      if (set === undefined) sets.set(name, [item])
      else set.push(item)
    })
    for (const [name, set] of sets) orders = orders.#put(name, treeOf(set, creation), owner).#withSet(dId, name, owner)
    return orders
  }

  /** Lists all entries, for comparisons. */
  entries(): { readonly name: string; readonly key: SortKey; readonly id: string }[] {
    return this.#trees.toArray().flatMap(({ name, tree }) => tree.entries().map((entry) => ({ name, ...entry })))
  }

  compacted(): ItemOrders {
    const [trees, sets] = [this.#trees, this.#sets.compacted()]
    if (this.#isDeferred || (!trees.isSparse && sets === this.#sets)) return this
    return new ItemOrders(trees.isSparse ? trees.compacted(({ name }) => name) : trees, sets)
  }

  #tree(name: string): CountedTree {
    return this.#trees.get(name)?.tree ?? CountedTree.empty()
  }

  #with({ name, key }: Place, { dId, iId }: Item, owner: object): ItemOrders {
    const tree = this.#tree(name)
    const orders = this.#put(name, tree.add(key, iId), owner)
    return tree.size === 0 && isSet(name) ? orders.#withSet(dId, name, owner) : orders
  }

  #without({ name, key }: Place, { dId, iId }: Item, owner: object): ItemOrders {
    const tree = this.#tree(name).remove(key, iId)
    const orders = this.#put(name, tree, owner)
    if (tree.size > 0 || !isSet(name)) return orders
    return new ItemOrders(orders.#trees, orders.#sets.remove(dId, name, owner))
  }

  #withSet(dId: DId, name: string, owner: object): ItemOrders {
    return new ItemOrders(this.#trees, this.#sets.add(dId, name, owner))
  }

  #put(name: string, tree: CountedTree, owner: object): ItemOrders {
    const trees = tree.size === 0 ? this.#trees.remove(name, owner) : this.#trees.put(name, { name, tree }, owner)
    return new ItemOrders(trees, this.#sets)
  }
}

/** Builds an order in one pass. Most items share their keys, e.g. under a clock that stands, so that IDs are sorted for each key. */
function treeOf(items: Pick<Table<Item>, "forEach">, keyOf: (item: Item) => SortKey): CountedTree {
  const idsByKey = new Map<SortKey, string[]>()
  items.forEach((item) => {
    const key = keyOf(item)
    const ids = idsByKey.get(key)
    if (ids === undefined) idsByKey.set(key, [item.iId])
    else ids.push(item.iId)
  })
  const keys = [...idsByKey.keys()].sort(compareSortKeys)
  return CountedTree.of(keys.flatMap((key) => (idsByKey.get(key) ?? []).sort().map((id) => ({ key, id }))))
}
