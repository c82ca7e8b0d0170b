import { type IndexEntry, makeTextTree, type TextTree } from "./sorted-index.ts"
import { Table } from "./table.ts"

/** The IDs of one key in ascending order: a list if there are few, otherwise a tree. */
type Posting = Few | Many

interface Few {
  readonly key: string
  /** A key with a single ID stores the ID without a list. This saves much memory, because most keys have one ID. */
  readonly ids: string | readonly string[]
}

interface Many {
  readonly key: string
  readonly tree: TextTree
  readonly owner: object
}

/** From this number of IDs, a key stores a tree, because copying a list would cost more than copying a path of the tree. */
const MIN_TREE_IDS = 64

/** A persistent index from keys to ascending IDs. Immutable, except that writes with the same `owner` token happen in place. */
export class Postings {
  #table: Table<Posting>
  readonly #owner: object

  private constructor(table: Table<Posting>, owner: object) {
    this.#table = table
    this.#owner = owner
  }

  static empty(): Postings {
    return new Postings(Table.empty<Posting>(), {})
  }

  /** Builds an index. The IDs of each key must be ascending. The caller must not change the lists afterwards. */
  static of(idsByKey: ReadonlyMap<string, readonly string[]>): Postings {
    const owner = {}
    const postings = [...idsByKey].map(([key, ids]) => postingOf(key, ids, owner))
    return new Postings(
      Table.of(postings, ({ key }) => key),
      owner,
    )
  }

  add(key: string, id: string, owner: object): Postings {
    const position = this.#table.position(key)
    const posting = this.#table.at(position)
    if (posting === undefined) return this.#put({ key, ids: id }, owner, position)
    if ("tree" in posting) return this.#change(posting, owner, (tree) => tree.set(id, undefined))
    const ids = listOf(posting)
    const at = placeOf(ids, id)
    if (ids[at] === id) return this
    return this.#put(postingOf(key, ids.toSpliced(at, 0, id), owner), owner, position)
  }

  remove(key: string, id: string, owner: object): Postings {
    const posting = this.#table.get(key)
    if (posting === undefined) return this
    if ("tree" in posting) {
      const changed = this.#change(posting, owner, (tree) => tree.delete(id))
      return changed.list(key, 1).length === 0 ? changed.#drop(key, owner) : changed
    }
    const ids = listOf(posting)
    const at = ids.indexOf(id)
    if (at < 0) return this
    return ids.length === 1 ? this.#drop(key, owner) : this.#put(postingOf(key, ids.toSpliced(at, 1), owner), owner)
  }

  has(key: string, id: string): boolean {
    const posting = this.#table.get(key)
    if (posting === undefined) return false
    return "tree" in posting ? posting.tree.has(id) : listOf(posting).includes(id)
  }

  list(key: string, limit = Number.POSITIVE_INFINITY): string[] {
    const posting = this.#table.get(key)
    if (posting === undefined || limit <= 0) return []
    if (!("tree" in posting)) return typeof posting.ids === "string" ? [posting.ids] : posting.ids.slice(0, limit)
    if (limit >= posting.tree.size) return posting.tree.keysArray()
    const ids: string[] = []
    for (const id of posting.tree.keys()) if (ids.push(id) >= limit) break
    return ids
  }

  count(key: string): number {
    const posting = this.#table.get(key)
    if (posting === undefined) return 0
    return "tree" in posting ? posting.tree.size : listOf(posting).length
  }

  entries(): IndexEntry[] {
    return this.#table.toArray().flatMap(({ key }) => this.list(key).map((id) => ({ key, id })))
  }

  /** Returns an index without the empty slots of deleted keys, or this index if it has few of them. */
  compacted(): Postings {
    return this.#table.isSparse
      ? new Postings(
          this.#table.compacted(({ key }) => key),
          {},
        )
      : this
  }

  #change(posting: Many, owner: object, change: (tree: TextTree) => void): Postings {
    const isOwn = posting.owner === owner
    const tree = isOwn ? posting.tree : posting.tree.clone()
    change(tree)
    return isOwn ? this : this.#put({ key: posting.key, tree, owner }, owner)
  }

  #put(posting: Posting, owner: object, position?: number): Postings {
    return this.#holding(this.#table.put(posting.key, posting, owner, position), owner)
  }

  #drop(key: string, owner: object): Postings {
    return this.#holding(this.#table.remove(key, owner), owner)
  }

  #holding(table: Table<Posting>, owner: object): Postings {
    if (this.#owner !== owner) return new Postings(table, owner)
    this.#table = table
    return this
  }
}

function postingOf(key: string, ids: readonly string[], owner: object): Posting {
  const [first] = ids
  if (ids.length === 1 && first !== undefined) return { key, ids: first }
  return ids.length < MIN_TREE_IDS ? { key, ids } : { key, tree: makeTextTree(ids), owner }
}

const listOf = ({ ids }: Few): readonly string[] => (typeof ids === "string" ? [ids] : ids)

/** Returns the index of `id` in an ascending list, or the index at which to insert `id`. */
function placeOf(ids: readonly string[], id: string): number {
  let [from, to] = [0, ids.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ids[middle] as string) < id) from = middle + 1
    else to = middle
  }
  return from
}
