import type { Item } from "../model/records/index.ts"
import type { CountedTree } from "./store/counted-tree.ts"
import { compareEntries, type EntryChange, type SortKey } from "./store/tree-nodes.ts"

/** A write of an item. */
export interface OrderedWrite {
  readonly before: Item | undefined
  readonly after: Item | undefined
}

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
