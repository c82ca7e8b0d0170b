import {
  changedNodes,
  childFor,
  type EntryChange,
  leafOf,
  type OrderEntry,
  partWidth,
  placeIn,
  rootOver,
  type SortKey,
  type TreeNode,
} from "./tree-nodes.ts"

/** Sorts before every ID, and after every ID. */
const FIRST_ID = ""
const LAST_ID = "\uffff"

/** Number of leaves that are built before the generator yields. */
const LEAVES_PER_TURN = 400

/**
 * A persistent sorted set of entries: a counted B+ tree. Entries are in ascending order of their keys, and entries of the same key in
 * ascending order of their IDs. Positions are found without visiting the entries before them. Immutable: versions share their nodes.
 */
export class CountedTree {
  readonly #root: TreeNode

  private constructor(root: TreeNode) {
    this.#root = root
  }

  static readonly empty = new CountedTree(leafOf([], []))

  /** Builds a tree of a list in the order of the tree, without duplicates. Yields regularly, so that the caller can let other work run. */
  static *build<T>(
    list: readonly T[],
    keyOf: (element: T) => SortKey,
    idOf: (element: T) => string,
  ): Generator<void, CountedTree> {
    const leaves: TreeNode[] = []
    const width = partWidth(list.length)
    for (let from = 0; from < list.length; from += width) {
      const part = list.slice(from, from + width)
      if (leaves.push(leafOf(part.map(keyOf), part.map(idOf))) % LEAVES_PER_TURN === 0) yield
    }
    return new CountedTree(rootOver(leaves))
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
    while (root.children?.length === 1) root = root.children[0] as TreeNode
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
      const child = childFor(node, key, id)
      for (let at = 0; at < child; at += 1) before += node.sizes[at] as number
      node = node.children[child] as TreeNode
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

  #leafAt(position: number): { readonly leaf: TreeNode; readonly at: number } {
    let node = this.#root
    let at = position
    while (node.children !== undefined) {
      let child = 0
      for (let size = node.sizes[child] as number; at >= size; size = node.sizes[child] as number) {
        at -= size
        child += 1
      }
      node = node.children[child] as TreeNode
    }
    return { leaf: node, at }
  }
}
