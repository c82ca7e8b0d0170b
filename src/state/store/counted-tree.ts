import { byText, compareSortKeys } from "../../model/index.ts"

export type SortKey = string | number | null

/** An entry of an order: an item's ID with the value that it is sorted by. */
export interface OrderEntry {
  readonly key: SortKey
  readonly id: string
}

/**
 * A node of the tree. In a leaf, `keys` and `ids` are the entries, and `children` is undefined. In an inner node, they are lower bounds of the
 * children. The owner may change a node in place; other writers copy it first.
 */
interface Node {
  owner: object
  /** Number of entries below this node. */
  size: number
  keys: SortKey[]
  ids: string[]
  children: Node[] | undefined
}

/** Maximum number of entries of a leaf, and of children of an inner node. */
const WIDTH = 64
/** Number of entries or children of each node of a tree that is built at once. Leaves room for later entries. */
const FILLED = 48
/** A node with fewer entries or children joins its neighbor if there is room. */
const LOW = 16

const NOBODY = Object.freeze({})

/** Sorts before every ID, and after every ID. */
const FIRST_ID = ""
const LAST_ID = "\uffff"

/**
 * A persistent sorted set of entries: a counted B+ tree. Entries are in ascending order of their keys, and entries of the same key in
 * ascending order of their IDs. Positions are found without visiting the entries before them. Immutable, except that writes with the same
 * `owner` token happen in place.
 */
export class CountedTree {
  readonly #root: Node

  private constructor(root: Node) {
    this.#root = root
  }

  static empty(): CountedTree {
    return new CountedTree({ owner: NOBODY, size: 0, keys: [], ids: [], children: undefined })
  }

  /** Builds a tree. The entries must be in order, without duplicates. */
  static of(entries: readonly OrderEntry[]): CountedTree {
    if (entries.length === 0) return CountedTree.empty()
    let level: Node[] = chunks(entries).map((part) => ({
      owner: NOBODY,
      size: part.length,
      keys: part.map(({ key }) => key),
      ids: part.map(({ id }) => id),
      children: undefined,
    }))
    while (level.length > 1) level = chunks(level).map((part) => parentOf(part, NOBODY))
    return new CountedTree(level[0] as Node)
  }

  get size(): number {
    return this.#root.size
  }

  /** Adds an entry, which the tree must not contain. */
  add(key: SortKey, id: string, owner: object): CountedTree {
    const root = withEntry(this.#root, key, id, owner)
    return new CountedTree(root.ids.length <= WIDTH ? root : parentOf([root, splitOff(root, owner)], owner))
  }

  remove(key: SortKey, id: string, owner: object): CountedTree {
    if (!this.has(key, id)) return this
    const root = withoutEntry(this.#root, key, id, owner)
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

const parentOf = (children: Node[], owner: object): Node => ({
  owner,
  size: children.reduce((sum, { size }) => sum + size, 0),
  keys: children.map(({ keys }) => keys[0] as SortKey),
  ids: children.map(({ ids }) => ids[0] as string),
  children,
})

/** Returns the number of the node's entries or bounds that sort before the entry, or that do not sort after it if `orEqual` is true. */
function placeIn({ keys, ids }: Node, key: SortKey, id: string, orEqual: boolean): number {
  let [from, to] = [0, ids.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const difference = compareSortKeys(keys[middle] as SortKey, key) || byText(ids[middle] as string, id)
    if (difference < 0 || (orEqual && difference === 0)) from = middle + 1
    else to = middle
  }
  return from
}

const childFor = (node: Node, key: SortKey, id: string): number => Math.max(0, placeIn(node, key, id, true) - 1)

function writable(node: Node, owner: object): Node {
  if (node.owner === owner) return node
  const { size, keys, ids, children } = node
  return { owner, size, keys: keys.slice(), ids: ids.slice(), children: children?.slice() }
}

function withEntry(node: Node, key: SortKey, id: string, owner: object): Node {
  const own = writable(node, owner)
  own.size += 1
  if (own.children === undefined) {
    const at = placeIn(own, key, id, false)
    own.keys.splice(at, 0, key)
    own.ids.splice(at, 0, id)
    return own
  }
  const at = childFor(own, key, id)
  const child = withEntry(own.children[at] as Node, key, id, owner)
  own.children[at] = child
  own.keys[at] = child.keys[0] as SortKey
  own.ids[at] = child.ids[0] as string
  if (child.ids.length > WIDTH) insertChild(own, at + 1, splitOff(child, owner))
  return own
}

/** Moves the second half of a node, which the owner may change in place, to a new node. */
function splitOff(node: Node, owner: object): Node {
  const half = node.ids.length >> 1
  const [keys, ids] = [node.keys.splice(half), node.ids.splice(half)]
  const children = node.children?.splice(half)
  const size = children === undefined ? ids.length : children.reduce((sum, child) => sum + child.size, 0)
  node.size -= size
  return { owner, size, keys, ids, children }
}

function insertChild(own: Node, at: number, child: Node): void {
  own.keys.splice(at, 0, child.keys[0] as SortKey)
  own.ids.splice(at, 0, child.ids[0] as string)
  own.children?.splice(at, 0, child)
}

function removeChild(own: Node, at: number): void {
  own.keys.splice(at, 1)
  own.ids.splice(at, 1)
  own.children?.splice(at, 1)
}

/** Removes an entry that the node contains. */
function withoutEntry(node: Node, key: SortKey, id: string, owner: object): Node {
  const own = writable(node, owner)
  own.size -= 1
  if (own.children === undefined) {
    const at = placeIn(own, key, id, false)
    own.keys.splice(at, 1)
    own.ids.splice(at, 1)
    return own
  }
  const at = childFor(own, key, id)
  const child = withoutEntry(own.children[at] as Node, key, id, owner)
  own.children[at] = child
  if (child.size === 0) removeChild(own, at)
  else if (child.ids.length < LOW) joinNeighbors(own, Math.max(0, at - 1), owner)
  return own
}

/** Joins the children at `left` and after it if they fit into one node. */
function joinNeighbors(own: Node, left: number, owner: object): void {
  const [one, other] = [own.children?.[left], own.children?.[left + 1]]
  if (own.children === undefined || one === undefined || other === undefined) return
  if (one.ids.length + other.ids.length > FILLED) return
  const joined = writable(one, owner)
  joined.size += other.size
  joined.keys.push(...other.keys)
  joined.ids.push(...other.ids)
  joined.children?.push(...(other.children ?? []))
  own.children[left] = joined
  removeChild(own, left + 1)
}
