import { byText, compareSortKeys } from "../../model/index.ts"

export type SortKey = string | number | null

/** An entry of an order: an item's ID with the value that it is sorted by. */
export interface OrderEntry {
  readonly key: SortKey
  readonly id: string
}

/** A change of a tree: an entry to add, or an entry to remove. */
export interface EntryChange extends OrderEntry {
  readonly isRemoval: boolean
}

export const compareEntries = (left: OrderEntry, right: OrderEntry): number =>
  compareSortKeys(left.key, right.key) || byText(left.id, right.id)

/**
 * A node of the tree. A leaf has entries and no children. An inner node has children, and a copy of their sizes and first entries, because
 * the children themselves are rarely in the processor's cache.
 */
export interface TreeNode {
  /** Number of entries in or below this node. */
  readonly size: number
  /** The keys and IDs of the entries. In an inner node, those of the first entry below each child. */
  readonly keys: readonly SortKey[]
  readonly ids: readonly string[]
  readonly children: readonly TreeNode[] | undefined
  /** The sizes of the children. */
  readonly sizes: readonly number[]
}

/** Maximum number of entries of a leaf, and of children of an inner node. */
const MAX_WIDTH = 64
/** Maximum number of entries or children of a node that is built from several. Leaves room for later entries. */
const FILLED_WIDTH = 48
/** A node with fewer entries or children joins its neighbor if there is room. */
const LOW_WIDTH = 16

const NO_KEYS: readonly SortKey[] = []
const NO_IDS: readonly string[] = []
const NO_SIZES: readonly number[] = []

export function leafOf(keys: readonly SortKey[], ids: readonly string[]): TreeNode {
  return { size: ids.length, keys, ids, children: undefined, sizes: NO_SIZES }
}

function parentOf(children: readonly TreeNode[]): TreeNode {
  const sizes = children.map((child) => child.size)
  const size = sizes.reduce((sum, one) => sum + one, 0)
  return { size, keys: children.map(firstKeyOf), ids: children.map(firstIdOf), children, sizes }
}

const firstKeyOf = ({ keys }: TreeNode): SortKey => keys[0] as SortKey
const firstIdOf = ({ ids }: TreeNode): string => ids[0] as string

/** Returns the node with another child at a position. */
function withChild(node: TreeNode, children: readonly TreeNode[], at: number, child: TreeNode): TreeNode {
  const [key, id] = [firstKeyOf(child), firstIdOf(child)]
  const isSameFirst = node.keys[at] === key && node.ids[at] === id
  return {
    size: node.size + child.size - (node.sizes[at] as number),
    keys: isSameFirst ? node.keys : node.keys.with(at, key),
    ids: isSameFirst ? node.ids : node.ids.with(at, id),
    children: children.with(at, child),
    sizes: node.sizes.with(at, child.size),
  }
}

export function rootOver(nodes: readonly TreeNode[]): TreeNode {
  let level = nodes
  while (level.length > 1) level = parts(parentOf(level))
  return level[0] ?? leafOf(NO_KEYS, NO_IDS)
}

const widthOf = ({ ids, children }: TreeNode): number => children?.length ?? ids.length

/** Returns how many of `width` entries or children each node has, so that all nodes have about the same number. */
export const partWidth = (width: number): number =>
  width <= MAX_WIDTH ? width : Math.ceil(width / Math.ceil(width / FILLED_WIDTH))

/** Splits a node that has too many entries or children. Drops an empty one. */
function parts(node: TreeNode): readonly TreeNode[] {
  const width = widthOf(node)
  if (width <= MAX_WIDTH) return width === 0 ? [] : [node]
  const each = partWidth(width)
  const nodes: TreeNode[] = []
  for (let from = 0; from < width; from += each) {
    const to = from + each
    const part = node.children?.slice(from, to)
    nodes.push(part === undefined ? leafOf(node.keys.slice(from, to), node.ids.slice(from, to)) : parentOf(part))
  }
  return nodes
}

const isBefore = (key: SortKey, id: string, otherKey: SortKey, otherId: string): boolean => {
  const difference = compareSortKeys(key, otherKey)
  return difference < 0 || (difference === 0 && id < otherId)
}

/** Returns the number of the leaf's entries, from `from` on, that sort before the entry. Counts the entries before `from`, too. */
export function placeIn({ keys, ids }: TreeNode, key: SortKey, id: string, from = 0): number {
  let [start, end] = [from, ids.length]
  while (start < end) {
    const middle = (start + end) >> 1
    if (isBefore(keys[middle] as SortKey, ids[middle] as string, key, id)) start = middle + 1
    else end = middle
  }
  return start
}

/** Returns the position of the child that contains the entry if the tree does. */
export function childFor({ keys, ids }: TreeNode, key: SortKey, id: string): number {
  let [start, end] = [1, ids.length]
  while (start < end) {
    const middle = (start + end) >> 1
    if (isBefore(key, id, keys[middle] as SortKey, ids[middle] as string)) end = middle
    else start = middle + 1
  }
  return start - 1
}

/** Returns the nodes that replace a node after the changes from `from` up to but not including `to`. */
export function changedNodes(
  node: TreeNode,
  changes: readonly EntryChange[],
  from: number,
  to: number,
): readonly TreeNode[] {
  const { children } = node
  if (children === undefined) return parts(changedLeaf(node, changes, from, to))
  const next: TreeNode[] = []
  let copied = 0
  for (let at = from; at < to; ) {
    const { key, id } = changes[at] as EntryChange
    const child = childFor(node, key, id)
    const end = child + 1 === children.length ? to : endBefore(node, child + 1, changes, at + 1, to)
    const changed = changedNodes(children[child] as TreeNode, changes, at, end)
    const [only] = changed
    if (end - at === to - from && changed.length === 1 && only !== undefined && widthOf(only) >= LOW_WIDTH)
      return [withChild(node, children, child, only)]
    for (; copied < child; copied += 1) next.push(children[copied] as TreeNode)
    for (const one of changed) pushJoined(next, one)
    copied = child + 1
    at = end
  }
  if (copied < children.length) pushJoined(next, children[copied] as TreeNode)
  for (let at = copied + 1; at < children.length; at += 1) next.push(children[at] as TreeNode)
  return next.length === 0 ? [] : parts(parentOf(next))
}

/** Returns the position of the first change that belongs to the child at the position `child` or to a later child. */
function endBefore(
  { keys, ids }: TreeNode,
  child: number,
  changes: readonly EntryChange[],
  from: number,
  to: number,
): number {
  const [firstKey, firstId] = [keys[child] as SortKey, ids[child] as string]
  let end = from
  for (; end < to; end += 1) {
    const { key, id } = changes[end] as EntryChange
    if (!isBefore(key, id, firstKey, firstId)) break
  }
  return end
}

function changedLeaf(leaf: TreeNode, changes: readonly EntryChange[], from: number, to: number): TreeNode {
  let size = leaf.size
  for (let at = from; at < to; at += 1) size += changes[at]?.isRemoval === true ? -1 : 1
  // Arrays that grow by `push` would keep room for more entries.
  const keys = new Array<SortKey>(size)
  const ids = new Array<string>(size)
  let [copied, length] = [0, 0]
  const copyTo = (end: number) => {
    for (; copied < end; copied += 1, length += 1) {
      keys[length] = leaf.keys[copied] as SortKey
      ids[length] = leaf.ids[copied] as string
    }
  }
  for (let at = from; at < to; at += 1) {
    const { key, id, isRemoval } = changes[at] as EntryChange
    copyTo(placeIn(leaf, key, id, copied))
    if (isRemoval) copied += 1
    else {
      keys[length] = key
      ids[length] = id
      length += 1
    }
  }
  copyTo(leaf.size)
  return leafOf(keys, ids)
}

/** Adds a node to a list. Joins it with the last node if one of them is low and there is room. */
function pushJoined(nodes: TreeNode[], node: TreeNode): void {
  const last = nodes.at(-1)
  const width = widthOf(node)
  const isJoined =
    last !== undefined && Math.min(widthOf(last), width) < LOW_WIDTH && widthOf(last) + width <= FILLED_WIDTH
  if (isJoined) nodes[nodes.length - 1] = joinNodes(last, node)
  else nodes.push(node)
}

const joinNodes = (left: TreeNode, right: TreeNode): TreeNode =>
  left.children === undefined
    ? leafOf([...left.keys, ...right.keys], [...left.ids, ...right.ids])
    : parentOf([...left.children, ...(right.children ?? [])])
