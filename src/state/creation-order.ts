import type { AccessKey } from "../model/index.ts"
import type { Item } from "../model/records/index.ts"
import { CountedTree, compareEntries, type EntryChange, type SortKey } from "./store/counted-tree.ts"
import type { Table } from "./store/table.ts"

/** A write of an item. */
export interface OrderedWrite {
  readonly before: Item | undefined
  readonly after: Item | undefined
}

/** The items that the same users see, in the order of their creation. */
export interface AccessSet {
  readonly accessKeys: readonly AccessKey[]
  readonly tree: CountedTree
}

/** A datastore's items in the order of their creation: all of them, and for each set of access keys. */
export interface CreationOrder {
  readonly tree: CountedTree
  readonly sets: Table<AccessSet>
}

/** Access keys contain no blanks. */
export const nameOf = ({ accessKeys }: Pick<Item, "accessKeys">): string => accessKeys.join(" ")

export const creation = ({ createdAt }: Item): SortKey => createdAt

/** Returns the tree after writes of different items. */
export function withMoves(
  tree: CountedTree,
  writes: readonly OrderedWrite[],
  keyOf: (item: Item) => SortKey,
): CountedTree {
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

/** Returns the order after writes of different items. */
export function withCreations({ tree, sets }: CreationOrder, writes: readonly OrderedWrite[]): CreationOrder {
  const next = withMoves(tree, writes, creation)
  const owner = {}
  const bySet = groupBySet(writes)
  let table = sets
  for (const [name, { accessKeys, writes }] of bySet) {
    const own = table.get(name)?.tree ?? CountedTree.empty
    // While all items have the same access keys, the set's order is the order of all items.
    const changed = own === tree && bySet.size === 1 ? next : withMoves(own, writes, creation)
    if (changed.size === 0) table = table.remove(name, owner)
    else if (changed !== own) table = table.put(name, { accessKeys, tree: changed }, owner)
  }
  return { tree: next, sets: table.isSparse ? table.compacted(nameOf) : table }
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
