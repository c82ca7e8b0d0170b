import type { AccessKey } from "../model/index.ts"
import type { Item } from "../model/records/index.ts"
import { creation, type OrderedWrite, withMoves } from "./moves.ts"
import { CountedTree } from "./store/counted-tree.ts"
import type { Table } from "./store/table.ts"

/** The items that the same users see. */
export interface AccessSet {
  readonly name: string
  readonly accessKeys: readonly AccessKey[]
  /** Number of the items. */
  readonly size: number
}

/** Access keys contain no blanks. */
export const nameOf = ({ accessKeys }: Pick<Item, "accessKeys">): string => accessKeys.join(" ")

/** Returns the sets after writes of different items. An item that changes its set leaves one set and joins another. */
export function withSizes(sets: Table<AccessSet>, writes: readonly OrderedWrite[]): Table<AccessSet> {
  const owner = {}
  let table = sets
  const add = ({ accessKeys }: Item, count: number) => {
    const name = nameOf({ accessKeys })
    const position = table.position(name)
    const size = (table.at(position)?.size ?? 0) + count
    table =
      size === 0 ? table.remove(name, owner, position) : table.put(name, { name, accessKeys, size }, owner, position)
  }
  for (const { before, after } of writes) {
    if (before?.accessKeys === after?.accessKeys) continue
    if (after !== undefined) add(after, 1)
    if (before !== undefined) add(before, -1)
  }
  return compactByName(table)
}

/** The items of an access set in the order of their creation. */
export interface SetOrder {
  readonly name: string
  readonly tree: CountedTree
}

/** Returns the orders of the sets after writes of different items. */
export function withSetOrders(orders: Table<SetOrder>, writes: readonly OrderedWrite[]): Table<SetOrder> {
  const owner = {}
  let table = orders
  for (const [name, own] of groupBySet(writes)) {
    const position = table.position(name)
    const tree = withMoves(table.at(position)?.tree ?? CountedTree.empty, own, creation)
    table = tree.size === 0 ? table.remove(name, owner, position) : table.put(name, { name, tree }, owner, position)
  }
  return compactByName(table)
}

/** Groups writes by the names of their sets. An item that changes its set leaves one set and joins another. */
function groupBySet(writes: readonly OrderedWrite[]): Map<string, OrderedWrite[]> {
  const bySet = new Map<string, OrderedWrite[]>()
  const add = (item: Item, write: OrderedWrite) => {
    const name = nameOf(item)
    const own = bySet.get(name)
    if (own === undefined) bySet.set(name, [write])
    else own.push(write)
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

const compactByName = <T extends { readonly name: string }>(table: Table<T>): Table<T> =>
  table.isSparse ? table.compacted(({ name }) => name) : table
