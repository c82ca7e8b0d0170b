import sortedBTree from "sorted-btree"

/** sorted-btree is a CommonJS package: some loaders return its default export, others the module object. */
const loadedModule: unknown = sortedBTree
const BTree = (typeof loadedModule === "function" ? loadedModule : sortedBTree.default) as typeof sortedBTree.default

/** A sorted set of strings that can be cloned in O(1). */
export type TextTree = InstanceType<typeof BTree<string, undefined>>

const byCodeUnit = (left: string, right: string): number => (left === right ? 0 : left < right ? -1 : 1)

export const makeTextTree = (texts: readonly string[] = []): TextTree =>
  new BTree<string, undefined>(
    texts.map((text) => [text, undefined]),
    byCodeUnit,
  )

export interface IndexEntry {
  readonly key: string
  readonly id: string
}

const SEPARATOR = "\u0000"
const AFTER_SEPARATOR = "\u0001"

const textOf = (key: string, id: string): string => key + SEPARATOR + id

/** Splits an entry into key and ID at the last separator, because keys may contain separators and IDs do not. */
function entryOf(text: string): IndexEntry {
  const at = text.lastIndexOf(SEPARATOR)
  return { key: text.slice(0, at), id: text.slice(at + 1) }
}

/** A persistent sorted index: a tree of `key NUL id`. Immutable, except that writes with the same `owner` token happen in place. */
export class SortedIndex {
  readonly #tree: TextTree
  readonly #owner: object

  private constructor(tree: TextTree, owner: object) {
    this.#tree = tree
    this.#owner = owner
  }

  static empty(): SortedIndex {
    return new SortedIndex(makeTextTree(), {})
  }

  static of(idsByKey: ReadonlyMap<string, readonly string[]>): SortedIndex {
    const texts = [...idsByKey].flatMap(([key, ids]) => ids.map((id) => textOf(key, id)))
    return new SortedIndex(makeTextTree(texts), {})
  }

  add(key: string, id: string, owner: object): SortedIndex {
    const own = this.#writableBy(owner)
    own.#tree.set(textOf(key, id), undefined)
    return own
  }

  remove(key: string, id: string, owner: object): SortedIndex {
    const own = this.#writableBy(owner)
    own.#tree.delete(textOf(key, id))
    return own
  }

  has(key: string, id: string): boolean {
    return this.#tree.has(textOf(key, id))
  }

  list(key: string, limit = Number.POSITIVE_INFINITY): string[] {
    const ids: string[] = []
    this.#tree.forRange(key + SEPARATOR, key + AFTER_SEPARATOR, false, (text) => {
      const entry = entryOf(text)
      if (ids.length >= limit) return { break: true }
      if (entry.key === key) ids.push(entry.id)
      return undefined
    })
    return ids
  }

  lowest(): IndexEntry | undefined {
    const text = this.#tree.minKey()
    return text === undefined ? undefined : entryOf(text)
  }

  /** Returns all entries in order, up to and including `lastKey`. */
  upTo(lastKey: string): IndexEntry[] {
    const entries: IndexEntry[] = []
    this.#tree.forRange("", lastKey + AFTER_SEPARATOR, false, (text) => void entries.push(entryOf(text)))
    return entries
  }

  entries(): IndexEntry[] {
    return this.#tree.keysArray().map(entryOf)
  }

  /** Returns this index unchanged, because a tree has no empty slots to remove. */
  compacted(): SortedIndex {
    return this
  }

  #writableBy(owner: object): SortedIndex {
    return this.#owner === owner ? this : new SortedIndex(this.#tree.clone(), owner)
  }
}
