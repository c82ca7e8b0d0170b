import { type IndexEntry, makeTextTree, type TextTree } from "./sorted-index.ts"
import { Table } from "./table.ts"

/** The IDs under one key, ascending: a list while they are few, a tree once they are many. */
type Posting = Few | Many

interface Few {
  readonly key: string
  /**
   * A single ID is stored without a list: most keys have just one, and the lists would take more memory than everything
   * else.
   */
  readonly ids: string | readonly string[]
}

interface Many {
  readonly key: string
  readonly tree: TextTree
  /** Who may change the tree in place. */
  readonly owner: object
}

/** From here up a list would cost more to copy than a path of a tree. */
const MANY = 64

/** A persistent index: key → IDs, ascending. A value like a table: writes with the same `owner` token happen in place. */
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

  /** The index of these: the IDs of each key ascending. Takes the lists over: they are shared from now on. */
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

  /** The IDs under `key`, ascending; at most `limit`. */
  list(key: string, limit = Number.POSITIVE_INFINITY): string[] {
    const posting = this.#table.get(key)
    if (posting === undefined || limit <= 0) return []
    if (!("tree" in posting)) return typeof posting.ids === "string" ? [posting.ids] : posting.ids.slice(0, limit)
    if (limit >= posting.tree.size) return posting.tree.keysArray()
    const ids: string[] = []
    for (const id of posting.tree.keys()) if (ids.push(id) >= limit) break
    return ids
  }

  entries(): IndexEntry[] {
    return this.#table.toArray().flatMap(({ key }) => this.list(key).map((id) => ({ key, id })))
  }

  /** The same without the holes of keys that are gone, when they have become many. */
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

/** `ids`: one or more. */
function postingOf(key: string, ids: readonly string[], owner: object): Posting {
  const [first] = ids
  if (ids.length === 1 && first !== undefined) return { key, ids: first }
  return ids.length < MANY ? { key, ids } : { key, tree: makeTextTree(ids), owner }
}

const listOf = ({ ids }: Few): readonly string[] => (typeof ids === "string" ? [ids] : ids)

/** Where `id` stands in an ascending list, or is to stand. */
function placeOf(ids: readonly string[], id: string): number {
  let [from, to] = [0, ids.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ids[middle] as string) < id) from = middle + 1
    else to = middle
  }
  return from
}
