import { byText, compareSortKeys, type DId, type FId } from "../model/index.ts"
import type { Item } from "../model/records/index.ts"
import {
  type AccessSet,
  type CreationOrder,
  creation,
  nameOf,
  type OrderedWrite,
  withCreations,
  withMoves,
} from "./creation-order.ts"
import { isSameOrder, type OrderedField, sortKeyOf } from "./ordered-fields.ts"
import { CountedTree, type SortKey } from "./store/counted-tree.ts"
import { ENTRIES_PER_TURN, finish, groupInTurns, sortInTurns } from "./store/in-turns.ts"
import { Table } from "./store/table.ts"

/** A write that an order may lack, and the earlier ones. */
interface Note extends OrderedWrite {
  readonly previous: Note | undefined
  readonly count: number
}

/** With more noted writes, all orders are brought up to date without a reader, so that a reader never waits long. */
const MAX_NOTES = 1000

/** An order that contains the writes up to a note, or none of the notes. */
interface UpTo<T> {
  readonly note: Note | undefined
  readonly order: T
}

/**
 * The orders of a datastore's items: by creation time, by creation time for each set of access keys, and by the values of each field that
 * has an index. Immutable. A write is only noted, because most versions are never read. An order applies the noted writes when it is read.
 */
export class DatastoreOrders {
  readonly dId: DId
  readonly #fields: readonly OrderedField[]
  #creation: UpTo<CreationOrder>
  /** The orders by the values of `#fields`, in the same order as `#fields`. */
  #byField: readonly UpTo<CountedTree>[]
  #notes: Note | undefined
  #hasNext = false

  private constructor(
    dId: DId,
    fields: readonly OrderedField[],
    creation: UpTo<CreationOrder>,
    byField: readonly UpTo<CountedTree>[],
    notes: Note | undefined,
  ) {
    this.dId = dId
    this.#fields = fields
    this.#creation = creation
    this.#byField = byField
    this.#notes = notes
  }

  /** Builds the orders in one pass each. Yields regularly, so that the caller can let other work run. */
  static *build(dId: DId, items: Table<Item>, fields: readonly OrderedField[]): Generator<void, DatastoreOrders> {
    const all = items.toArray()
    const tree = yield* buildTree(all, creation)
    const byField: UpTo<CountedTree>[] = []
    for (const field of fields)
      byField.push({ note: undefined, order: yield* buildTree(all, (item) => sortKeyOf(item, field)) })
    const sets: AccessSet[] = []
    for (const set of (yield* groupInTurns(all, nameOf)).values()) {
      const { accessKeys } = set[0] as Item
      sets.push({ accessKeys, tree: set.length === all.length ? tree : yield* buildTree(set, creation) })
    }
    const byCreation = { note: undefined, order: { tree, sets: Table.of(sets, nameOf) } }
    return new DatastoreOrders(dId, fields, byCreation, byField, undefined)
  }

  byCreation(): CountedTree {
    return this.#readCreation().tree
  }

  accessSets(): AccessSet[] {
    return this.#readCreation().sets.toArray()
  }

  /** Returns the order by a field's values. The field must be one of those with an order. */
  byField(fId: FId): CountedTree {
    const at = this.#fields.findIndex((field) => field.fId === fId)
    return at < 0 ? CountedTree.empty : this.#readField(at)
  }

  /** Returns the orders after an item was put, replaced or removed. */
  moved(before: Item | undefined, after: Item | undefined): DatastoreOrders {
    // If several versions follow this one, they share its work.
    if (this.#notes !== undefined && (this.#hasNext || this.#notes.count === MAX_NOTES)) this.#applyNotes()
    this.#hasNext = true
    const note = { before, after, previous: this.#notes, count: (this.#notes?.count ?? 0) + 1 }
    return new DatastoreOrders(this.dId, this.#fields, this.#creation, this.#byField, note)
  }

  /** Returns the orders after the datastore's settings changed. `items` are its items. */
  withFields(fields: readonly OrderedField[], items: Table<Item>): DatastoreOrders {
    if (fields.length === this.#fields.length && fields.every((field, at) => isSameOrder(field, this.#fields[at])))
      return this
    this.#applyNotes()
    const byField = fields.map((field) => {
      const at = this.#fields.findIndex((other) => isSameOrder(field, other))
      const build = () => finish(buildTree(items.toArray(), (item) => sortKeyOf(item, field)))
      return this.#byField[at] ?? { note: undefined, order: build() }
    })
    return new DatastoreOrders(this.dId, fields, this.#creation, byField, undefined)
  }

  /** Lists all orders with their names, for comparisons. */
  trees(): { readonly name: string; readonly tree: CountedTree }[] {
    return [
      { name: this.dId, tree: this.byCreation() },
      ...this.accessSets().map((set) => ({ name: `${this.dId} ${nameOf(set)}`, tree: set.tree })),
      ...this.#fields.map(({ fId }, at) => ({ name: `${this.dId}/${fId}`, tree: this.#readField(at) })),
    ]
  }

  #readCreation(): CreationOrder {
    const { note, order } = this.#creation
    if (note === this.#notes) return order
    this.#creation = { note: this.#notes, order: withCreations(order, this.#writesAfter(note)) }
    return this.#creation.order
  }

  #readField(at: number): CountedTree {
    const { note, order } = this.#byField[at] as UpTo<CountedTree>
    if (note === this.#notes) return order
    const field = this.#fields[at] as OrderedField
    const next = withMoves(order, this.#writesAfter(note), (item) => sortKeyOf(item, field))
    this.#byField = this.#byField.with(at, { note: this.#notes, order: next })
    return next
  }

  /** Applies the notes to all orders, and drops them. */
  #applyNotes(): void {
    const creation = { note: undefined, order: this.#readCreation() }
    const byField = this.#fields.map((_, at) => ({ note: undefined, order: this.#readField(at) }))
    this.#creation = creation
    this.#byField = byField
    this.#notes = undefined
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
