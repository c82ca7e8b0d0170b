import { compareSortKeys } from "../../model/index.ts"

export type SortKey = string | number | null

/** An entry of an order: an item's ID with the value that it is sorted by. */
export interface OrderEntry {
  readonly key: SortKey
  readonly id: string
}

/** A node of the tree. In a leaf, `keys` and `ids` are the entries. In an inner node, they are the first entries of the children. */
interface Node {
  /** Number of entries below this node. */
  readonly size: number
  readonly keys: readonly SortKey[]
  readonly ids: readonly string[]
  readonly children: readonly Node[] | undefined
}

/** Maximum number of entries of a leaf, and of children of an inner node. */
const WIDTH = 64
/** Number of entries or children of each node of a tree that is built at once. Leaves room for later entries. */
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

  static empty(): CountedTree {
    return new CountedTree({ size: 0, keys: [], ids: [], children: undefined })
  }

  /** Builds a tree. The entries must be in order, without duplicates. */
  static of(entries: readonly OrderEntry[]): CountedTree {
    if (entries.length === 0) return CountedTree.empty()
    let level: Node[] = chunks(entries).map((part) => ({
      size: part.length,
      keys: part.map(({ key }) => key),
      ids: part.map(({ id }) => id),
      children: undefined,
    }))
    while (level.length > 1) level = chunks(level).map((part) => parentOf(part))
    return new CountedTree(level[0] as Node)
  }

  get size(): number {
    return this.#root.size
  }

  /** Adds an entry, which the tree must not contain. */
  add(key: SortKey, id: string): CountedTree {
    return new CountedTree(rootOver(withEntry(this.#root, key, id)))
  }

  remove(key: SortKey, id: string): CountedTree {
    if (!this.has(key, id)) return this
    const root = withoutEntry(this.#root, key, id)
    return new CountedTree(root.children?.length === 1 ? (root.children[0] as Node) : root)
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
      for (let at = 0; at < child; at += 1) before += (node.children[at] as Node).size
      node = node.children[child] as Node
    }
    return before + placeIn(node, key, id, false)
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

function chunks<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / FILLED)
  const length = Math.ceil(all.length / count)
  return Array.from({ length: Math.ceil(all.length / length) }, (_, at) => all.slice(at * length, (at + 1) * length))
}

function sizeOf(children: readonly Node[]): number {
  let sum = 0
  for (let at = 0; at < children.length; at += 1) sum += (children[at] as Node).size
  return sum
}

const parentOf = (children: readonly Node[]): Node => ({
  size: sizeOf(children),
  keys: children.map(({ keys }) => keys[0] as SortKey),
  ids: children.map(({ ids }) => ids[0] as string),
  children,
})

const rootOver = (nodes: readonly Node[]): Node => (nodes.length === 1 ? (nodes[0] as Node) : parentOf(nodes))

/** Returns the number of the node's entries or bounds that sort before the entry, or that do not sort after it if `orEqual` is true. */
function placeIn({ keys, ids }: Node, key: SortKey, id: string, orEqual: boolean): number {
  let [from, to] = [0, ids.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const difference = compareSortKeys(keys[middle] as SortKey, key)
    const other = ids[middle] as string
    if (difference < 0 || (difference === 0 && (orEqual ? other <= id : other < id))) from = middle + 1
    else to = middle
  }
  return from
}

const childFor = (node: Node, key: SortKey, id: string): number => Math.max(0, placeIn(node, key, id, true) - 1)

/** Returns the node with another entry, or two nodes if one has no room. */
function withEntry(node: Node, key: SortKey, id: string): Node[] {
  const { children } = node
  if (children === undefined) {
    const at = placeIn(node, key, id, false)
    const [keys, ids] = [node.keys.toSpliced(at, 0, key), node.ids.toSpliced(at, 0, id)]
    return halves({ size: node.size + 1, keys, ids, children })
  }
  const at = childFor(node, key, id)
  return halves(withChildren(node, at, 1, withEntry(children[at] as Node, key, id)))
}

/** Returns the node without an entry that it contains. */
function withoutEntry(node: Node, key: SortKey, id: string): Node {
  const { children } = node
  if (children === undefined) {
    const at = placeIn(node, key, id, false)
    return { size: node.size - 1, keys: node.keys.toSpliced(at, 1), ids: node.ids.toSpliced(at, 1), children }
  }
  const at = childFor(node, key, id)
  const child = withoutEntry(children[at] as Node, key, id)
  if (child.size === 0) return withChildren(node, at, 1, [])
  const left = Math.max(0, at - 1)
  const other = children[at === 0 ? 1 : left]
  if (child.ids.length >= LOW || other === undefined || child.ids.length + other.ids.length > FILLED)
    return withChildren(node, at, 1, [child])
  return withChildren(node, left, 2, [at === 0 ? joinNodes(child, other) : joinNodes(other, child)])
}

/** Returns an inner node with other children in place of `count` children. */
function withChildren(node: Node, at: number, count: number, others: readonly Node[]): Node {
  const [first] = others
  const all = node.children ?? []
  const children =
    others.length === 1 && count === 1 ? all.with(at, first as Node) : all.toSpliced(at, count, ...others)
  // Most writes change neither the number of the children nor their first entries.
  const isSame =
    others.length === count && count === 1 && first?.keys[0] === node.keys[at] && first?.ids[0] === node.ids[at]
  const keys = isSame ? node.keys : children.map((child) => child.keys[0] as SortKey)
  const ids = isSame ? node.ids : children.map((child) => child.ids[0] as string)
  return { size: sizeOf(children), keys, ids, children }
}

/** Splits a node that has too many entries or children. */
function halves(node: Node): Node[] {
  if (node.ids.length <= WIDTH) return [node]
  const half = node.ids.length >> 1
  return [part(node, 0, half), part(node, half, node.ids.length)]
}

function part({ keys, ids, children }: Node, from: number, to: number): Node {
  const own = children?.slice(from, to)
  return {
    size: own === undefined ? to - from : sizeOf(own),
    keys: keys.slice(from, to),
    ids: ids.slice(from, to),
    children: own,
  }
}

const joinNodes = (left: Node, right: Node): Node => ({
  size: left.size + right.size,
  keys: [...left.keys, ...right.keys],
  ids: [...left.ids, ...right.ids],
  children: left.children && [...left.children, ...(right.children ?? [])],
})
