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

/** A node of the tree. A leaf has entries and no children. An inner node has children and no entries. */
interface Node {
  /** Number of entries in or below this node. */
  readonly size: number
  readonly keys: readonly SortKey[]
  readonly ids: readonly string[]
  readonly children: readonly Node[] | undefined
  readonly firstKey: SortKey
  readonly firstId: string
}

/** Maximum number of entries of a leaf, and of children of an inner node. */
const WIDTH = 64
/** Maximum number of entries or children of a node that is built from several. Leaves room for later entries. */
const FILLED = 48
/** A node with fewer entries or children joins its neighbor if there is room. */
const LOW = 16

/** Sorts before every ID, and after every ID. */
const FIRST_ID = ""
const LAST_ID = "\uffff"

/**
 * A persistent sorted set of entries: a counted B+ tree. Entries are in ascending order of their keys, and entries of the same key in
 * ascending order of their IDs. Positions are found without visiting the entries before them. Immutable: versions share their nodes.
 */
export class CountedTree {
  readonly #root: Node

  private constructor(root: Node) {
    this.#root = root
  }

  static readonly empty = new CountedTree(leafOf([], []))

  /** Builds a tree of the entries with these keys and IDs, which must be in order, without duplicates. */
  static of(keys: readonly SortKey[], ids: readonly string[]): CountedTree {
    return new CountedTree(rootOver(parts(leafOf(keys, ids))))
  }

  get size(): number {
    return this.#root.size
  }

  /**
   * Adds and removes entries. The changes must be in order, and each entry must occur once. The tree must contain the removed entries and
   * none of the added ones.
   */
  changed(changes: readonly EntryChange[]): CountedTree {
    if (changes.length === 0) return this
    let root = rootOver(changedNodes(this.#root, changes, 0, changes.length))
    while (root.children?.length === 1) root = root.children[0] as Node
    return new CountedTree(root)
  }

  has(key: SortKey, id: string): boolean {
    const position = this.rank(key, id)
    if (position >= this.size) return false
    const entry = this.at(position)
    return entry.id === id && entry.key === key
  }

  /** Returns the number of entries before the entry, whether or not the tree contains it. */
  rank(key: SortKey, id: string = FIRST_ID): number {
    let node = this.#root
    let before = 0
    while (node.children !== undefined) {
      const child = childFor(node.children, key, id)
      for (let at = 0; at < child; at += 1) before += (node.children[at] as Node).size
      node = node.children[child] as Node
    }
    return before + placeIn(node, key, id)
  }

  /** Returns the number of entries whose key is at most `key`. */
  rankAfter(key: SortKey): number {
    return this.rank(key, LAST_ID)
  }

  /** Returns the entry at a position, which must be below `size`. */
  at(position: number): OrderEntry {
    const { leaf, at } = this.#leafAt(position)
    return { key: leaf.keys[at] as SortKey, id: leaf.ids[at] as string }
  }

  /** Returns the IDs at the positions from `from` up to but not including `to`. */
  *ids(from = 0, to = this.size): Generator<string, void> {
    for (let position = from; position < to; ) {
      const { leaf, at } = this.#leafAt(position)
      const end = Math.min(leaf.ids.length, at + to - position)
      for (let next = at; next < end; next += 1) yield leaf.ids[next] as string
      position += end - at
    }
  }

  /** Returns the IDs in descending order of their keys, without the first `from` IDs. IDs of the same key stay in ascending order. */
  *idsDescending(from = 0): Generator<string, void> {
    if (from >= this.size) return
    let end = this.rankAfter(this.at(this.size - 1 - from).key)
    let start = this.#startOfGroup(end)
    let skipped = from - (this.size - end)
    for (;;) {
      yield* this.ids(start + skipped, end)
      if (start === 0) return
      skipped = 0
      end = start
      start = this.#startOfGroup(end)
    }
  }

  entries(): OrderEntry[] {
    return Array.from({ length: this.size }, (_, position) => this.at(position))
  }

  /** Returns the position of the first entry with the same key as the last entry before `end`. */
  #startOfGroup(end: number): number {
    const { key } = this.at(end - 1)
    return end === 1 || this.at(end - 2).key !== key ? end - 1 : this.rank(key)
  }

  #leafAt(position: number): { readonly leaf: Node; readonly at: number } {
    let node = this.#root
    let at = position
    while (node.children !== undefined) {
      let child = 0
      for (let next = node.children[child] as Node; at >= next.size; next = node.children[child] as Node) {
        at -= next.size
        child += 1
      }
      node = node.children[child] as Node
    }
    return { leaf: node, at }
  }
}

const NO_KEYS: readonly SortKey[] = []
const NO_IDS: readonly string[] = []

function leafOf(keys: readonly SortKey[], ids: readonly string[]): Node {
  return { size: ids.length, keys, ids, children: undefined, firstKey: keys[0] ?? null, firstId: ids[0] ?? FIRST_ID }
}

function parentOf(children: readonly Node[]): Node {
  const { firstKey, firstId } = children[0] as Node
  let size = 0
  for (let at = 0; at < children.length; at += 1) size += (children[at] as Node).size
  return { size, keys: NO_KEYS, ids: NO_IDS, children, firstKey, firstId }
}

/** Returns the node with another child at a position. Does not visit the other children, because they are rarely in the processor's cache. */
function withChild(node: Node, children: readonly Node[], at: number, child: Node): Node {
  const size = node.size + child.size - (children[at] as Node).size
  const next = children.slice()
  next[at] = child
  const { firstKey, firstId } = next[0] as Node
  return { size, keys: NO_KEYS, ids: NO_IDS, children: next, firstKey, firstId }
}

function rootOver(nodes: readonly Node[]): Node {
  let level = nodes
  while (level.length > 1) level = parts(parentOf(level))
  return level[0] ?? leafOf(NO_KEYS, NO_IDS)
}

const widthOf = ({ ids, children }: Node): number => children?.length ?? ids.length

/** Splits a node that has too many entries or children. Drops an empty one. */
function parts(node: Node): readonly Node[] {
  const width = widthOf(node)
  if (width <= WIDTH) return width === 0 ? [] : [node]
  const each = Math.ceil(width / Math.ceil(width / FILLED))
  const nodes: Node[] = []
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
function placeIn({ keys, ids }: Node, key: SortKey, id: string, from = 0): number {
  let [start, end] = [from, ids.length]
  while (start < end) {
    const middle = (start + end) >> 1
    if (isBefore(keys[middle] as SortKey, ids[middle] as string, key, id)) start = middle + 1
    else end = middle
  }
  return start
}

/** Returns the position of the child that contains the entry if the tree does. */
function childFor(children: readonly Node[], key: SortKey, id: string): number {
  let [start, end] = [1, children.length]
  while (start < end) {
    const middle = (start + end) >> 1
    const { firstKey, firstId } = children[middle] as Node
    if (isBefore(key, id, firstKey, firstId)) end = middle
    else start = middle + 1
  }
  return start - 1
}

/** Returns the nodes that replace a node after the changes from `from` up to but not including `to`. */
function changedNodes(node: Node, changes: readonly EntryChange[], from: number, to: number): readonly Node[] {
  const { children } = node
  if (children === undefined) return parts(changedLeaf(node, changes, from, to))
  const next: Node[] = []
  let copied = 0
  for (let at = from; at < to; ) {
    const { key, id } = changes[at] as EntryChange
    const child = childFor(children, key, id)
    const end = child + 1 === children.length ? to : endBefore(children[child + 1] as Node, changes, at + 1, to)
    const changed = changedNodes(children[child] as Node, changes, at, end)
    const [only] = changed
    if (end - at === to - from && changed.length === 1 && only !== undefined && widthOf(only) >= LOW)
      return [withChild(node, children, child, only)]
    for (; copied < child; copied += 1) next.push(children[copied] as Node)
    for (const one of changed) pushJoined(next, one)
    copied = child + 1
    at = end
  }
  if (copied < children.length) pushJoined(next, children[copied] as Node)
  for (let at = copied + 1; at < children.length; at += 1) next.push(children[at] as Node)
  return next.length === 0 ? [] : parts(parentOf(next))
}

/** Returns the position of the first change that belongs to `node` or to a later node. */
function endBefore({ firstKey, firstId }: Node, changes: readonly EntryChange[], from: number, to: number): number {
  let end = from
  for (; end < to; end += 1) {
    const { key, id } = changes[end] as EntryChange
    if (!isBefore(key, id, firstKey, firstId)) break
  }
  return end
}

function changedLeaf(leaf: Node, changes: readonly EntryChange[], from: number, to: number): Node {
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
function pushJoined(nodes: Node[], node: Node): void {
  const last = nodes.at(-1)
  const width = widthOf(node)
  const isJoined = last !== undefined && Math.min(widthOf(last), width) < LOW && widthOf(last) + width <= FILLED
  if (isJoined) nodes[nodes.length - 1] = joinNodes(last, node)
  else nodes.push(node)
}

const joinNodes = (left: Node, right: Node): Node =>
  left.children === undefined
    ? leafOf([...left.keys, ...right.keys], [...left.ids, ...right.ids])
    : parentOf([...left.children, ...(right.children ?? [])])
