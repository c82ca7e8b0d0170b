import { byText, compareSortKeys, type DId, type FId } from "../model/index.ts"
import type { Item } from "../model/records/index.ts"
import { type AccessSet, nameOf, type SetOrder, withSetOrders, withSizes } from "./access-sets.ts"
import { creation, type OrderedWrite, withMoves } from "./moves.ts"
import { isSameOrder, type OrderedField, sortKeyOf } from "./ordered-fields.ts"
import { CountedTree } from "./store/counted-tree.ts"
import { ENTRIES_PER_TURN, finish, groupInTurns, sortInTurns } from "./store/in-turns.ts"
import { Table } from "./store/table.ts"
import type { SortKey } from "./store/tree-nodes.ts"

/** A write that an order may lack, and the earlier ones. */
interface Note extends OrderedWrite {
  readonly previous: Note | undefined
  readonly count: number
}

/** With more noted writes, all orders are brought up to date without a reader, so that a reader never waits long. */
const MAX_NOTES = 1000

/** An order, or something like it, that contains the writes up to a note, or none of the noted ones. */
interface UpTo<T> {
  readonly note: Note | undefined
  readonly order: T
}

interface Parts {
  readonly byCreation: UpTo<CountedTree>
  readonly accessSets: UpTo<Table<AccessSet>>
  readonly bySet: UpTo<Table<SetOrder>>
  /** The orders by the values of the fields, in the same order as the fields. */
  readonly byField: readonly UpTo<CountedTree>[]
}

const upToDate = <T>(order: T): UpTo<T> => ({ note: undefined, order })

/**
 * The orders of a datastore's items: by creation time, by creation time for each set of access keys, and by the values of each field that
 * has an index. Immutable. A write is only noted, because most versions are never read. An order applies the noted writes when it is read.
 */
export class DatastoreOrders {
  readonly dId: DId
  readonly #fields: readonly OrderedField[]
  #parts: Parts
  #notes: Note | undefined
  #hasNext = false

  private constructor(dId: DId, fields: readonly OrderedField[], parts: Parts, notes?: Note) {
    this.dId = dId
    this.#fields = fields
    this.#parts = parts
    this.#notes = notes
  }

  /** Builds the orders in one pass each. Yields regularly, so that the caller can let other work run. */
  static *build(dId: DId, items: Table<Item>, fields: readonly OrderedField[]): Generator<void, DatastoreOrders> {
    const all: Item[] = []
    for (let from = 0; from < items.size; from += ENTRIES_PER_TURN) {
      all.push(...items.slice(from, ENTRIES_PER_TURN))
      yield
    }
    const ordered = yield* sortByKey(all, creation)
    const tree = yield* CountedTree.build(ordered, creation, idOf)
    const byField: UpTo<CountedTree>[] = []
    for (const field of fields) byField.push(upToDate(yield* buildTree(all, (item) => sortKeyOf(item, field))))
    const sets: AccessSet[] = []
    const orders: SetOrder[] = []
    for (const [name, set] of yield* groupInTurns(ordered, nameOf)) {
      const { accessKeys } = set[0] as Item
      sets.push({ name, accessKeys, size: set.length })
      orders.push({ name, tree: set.length === all.length ? tree : yield* CountedTree.build(set, creation, idOf) })
    }
    return new DatastoreOrders(dId, fields, {
      byCreation: upToDate(tree),
      accessSets: upToDate(Table.of(sets, ({ name }) => name)),
      bySet: upToDate(Table.of(orders, ({ name }) => name)),
      byField,
    })
  }

  byCreation(): CountedTree {
    const byCreation = this.#caughtUp(this.#parts.byCreation, (tree, writes) => withMoves(tree, writes, creation))
    if (byCreation !== this.#parts.byCreation) this.#parts = { ...this.#parts, byCreation }
    return byCreation.order
  }

  accessSets(): Table<AccessSet> {
    const accessSets = this.#caughtUp(this.#parts.accessSets, withSizes)
    if (accessSets !== this.#parts.accessSets) this.#parts = { ...this.#parts, accessSets }
    return accessSets.order
  }

  /** Returns the items of an access set in the order of their creation. */
  bySet(name: string): CountedTree {
    return this.#readSets().get(name)?.tree ?? CountedTree.empty
  }

  /** Returns the order by a field's values. The field must be one of those with an order. */
  byField(fId: FId): CountedTree {
    const at = this.#fields.findIndex((field) => field.fId === fId)
    return at < 0 ? CountedTree.empty : this.#readField(at)
  }

  /** Returns the orders after an item was put, replaced or removed. */
  moved(before: Item | undefined, after: Item | undefined): DatastoreOrders {
    // If several versions follow this one, they share its work.
    if (this.#hasNext || this.#notes?.count === MAX_NOTES) this.#applyNotes()
    this.#hasNext = true
    const note = { before, after, previous: this.#notes, count: (this.#notes?.count ?? 0) + 1 }
    return new DatastoreOrders(this.dId, this.#fields, this.#parts, note)
  }

  /** Returns the orders after the datastore's settings changed. `items` are its items. */
  withFields(fields: readonly OrderedField[], items: Table<Item>): DatastoreOrders {
    if (fields.length === this.#fields.length && fields.every((field, at) => isSameOrder(field, this.#fields[at])))
      return this
    this.#applyNotes()
    const byField = fields.map((field) => {
      const at = this.#fields.findIndex((other) => isSameOrder(field, other))
      const build = () => finish(buildTree(items.toArray(), (item) => sortKeyOf(item, field)))
      return this.#parts.byField[at] ?? upToDate(build())
    })
    return new DatastoreOrders(this.dId, fields, { ...this.#parts, byField })
  }

  /** Lists all orders with their names, for comparisons. */
  trees(): { readonly name: string; readonly tree: CountedTree }[] {
    return [
      { name: this.dId, tree: this.byCreation() },
      ...this.#readSets()
        .toArray()
        .map(({ name, tree }) => ({ name: `${this.dId} ${name}`, tree })),
      ...this.#fields.map(({ fId }, at) => ({ name: `${this.dId}/${fId}`, tree: this.#readField(at) })),
    ]
  }

  #readSets(): Table<SetOrder> {
    const bySet = this.#caughtUp(this.#parts.bySet, (orders, writes) => {
      const [only, ...others] = this.accessSets().toArray()
      // While all items have the same access keys, the set's order is the order of all items.
      if (only === undefined || others.length > 0) return withSetOrders(orders, writes)
      return Table.of([{ name: only.name, tree: this.byCreation() }], ({ name }) => name)
    })
    if (bySet !== this.#parts.bySet) this.#parts = { ...this.#parts, bySet }
    return bySet.order
  }

  #readField(at: number): CountedTree {
    const { byField } = this.#parts
    const field = this.#fields[at] as OrderedField
    const keyOf = (item: Item) => sortKeyOf(item, field)
    const now = this.#caughtUp(byField[at] as UpTo<CountedTree>, (tree, writes) => withMoves(tree, writes, keyOf))
    if (now !== byField[at]) this.#parts = { ...this.#parts, byField: byField.with(at, now) }
    return now.order
  }

  /** Applies the noted writes to everything, and drops them. */
  #applyNotes(): void {
    if (this.#notes === undefined) return
    this.#parts = {
      byCreation: upToDate(this.byCreation()),
      accessSets: upToDate(this.accessSets()),
      bySet: upToDate(this.#readSets()),
      byField: this.#fields.map((_, at) => upToDate(this.#readField(at))),
    }
    this.#notes = undefined
  }

  #caughtUp<T>(part: UpTo<T>, change: (order: T, writes: readonly OrderedWrite[]) => T): UpTo<T> {
    const { note, order } = part
    return note === this.#notes ? part : { note: this.#notes, order: change(order, this.#writesAfter(note)) }
  }

  /** Returns the writes after a note. Joins those of the same item. */
  #writesAfter(note: Note | undefined): readonly OrderedWrite[] {
    const last = this.#notes
    if (last === undefined || last.previous === note) return last === undefined ? [] : [last]
    const byItem = new Map<string, OrderedWrite>()
    for (let write: Note | undefined = last; write !== undefined && write !== note; write = write.previous) {
      const { before, after } = write
      const { iId } = (after ?? before) as Item
      const later = byItem.get(iId)
      byItem.set(iId, { before, after: later === undefined ? after : later.after })
    }
    return [...byItem.values()]
  }
}

const idOf = ({ iId }: Item): string => iId

const byId = (left: Item, right: Item): number => byText(left.iId, right.iId)

/** Sorts items. Most of them share their keys, e.g. under a clock that stands. Therefore only different keys are compared. */
function* sortByKey(items: readonly Item[], keyOf: (item: Item) => SortKey): Generator<void, readonly Item[]> {
  const itemsByKey = yield* groupInTurns(items, keyOf)
  const ordered: Item[] = []
  for (const key of yield* sortInTurns([...itemsByKey.keys()], compareSortKeys)) {
    const own = itemsByKey.get(key) ?? []
    for (const item of own.length === 1 ? own : yield* sortInTurns(own, byId))
      if (ordered.push(item) % ENTRIES_PER_TURN === 0) yield
  }
  return ordered
}

function* buildTree(items: readonly Item[], keyOf: (item: Item) => SortKey): Generator<void, CountedTree> {
  return yield* CountedTree.build(yield* sortByKey(items, keyOf), keyOf, idOf)
}
