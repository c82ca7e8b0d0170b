import { produce } from "immer"
import { customRandom } from "nanoid"
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus"
import type { Id, Instant } from "../ids.ts"
import type { Patch } from "./change.ts"
import { type IndexName, type IndexTree, indexEntry, indexesOf, makeIndexTree } from "./indexes.ts"
import type { Scalars } from "./scalars.ts"
import type { State } from "./state.ts"
import { Table } from "./table.ts"
import { keyOf, type TableName, type Tables } from "./tables.ts"
import { View } from "./view.ts"

/** A point inside a transaction to come back to; O(1) in the size of the world. */
export interface Savepoint {
  readonly tables: Map<TableName, Table<never>>
  readonly indexes: Map<IndexName, IndexTree>
  readonly scalars: Scalars
  readonly patches: number
}

const HEX = "0123456789abcdef"
const ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/**
 * A transaction: a view whose writes become a new state with `commit`. Dropping it is the rollback;
 * the state it began on is never touched.
 */
export class Tx extends View {
  readonly base: State
  #owner = {}
  #sharedIndexes = new Set<IndexName>()
  #patches: Patch[] = []

  constructor(base: State, now: Instant, baseUrl: string) {
    super(base, now, baseUrl)
    this.base = base
    this.tables = new Map(this.tables)
    this.indexes = new Map(this.indexes)
    this.#shareIndexes()
  }

  /** Stores a whole record under its key. It is frozen and from now on shared with every fork: hand over, don't keep. */
  put<N extends TableName>(name: N, record: Tables[N]): Tables[N] {
    const id = keyOf(name, record)
    this.#write(name, id, this.get(name, id), Object.freeze(record))
    return record
  }

  /** Replaces some members of a record; the fast way to change one (design section 4). Refuses an absent record as a bug. */
  patch<N extends TableName>(name: N, id: string, patch: Partial<Tables[N]>): Tables[N] {
    const before = this.expect(name, id)
    const after = Object.assign({}, before, patch) as Tables[N]
    Object.freeze(after)
    this.#write(name, id, before, after)
    return after
  }

  /** Changes a record with an immer recipe, for changes deep inside it. */
  update<N extends TableName>(name: N, id: string, recipe: (draft: Tables[N]) => void): Tables[N] {
    const before = this.expect(name, id)
    const after = produce(before, (draft) => void recipe(draft as Tables[N]))
    if (after !== before) this.#write(name, id, before, after)
    return after
  }

  /** True when there was something to remove. */
  remove<N extends TableName>(name: N, id: string): boolean {
    const before = this.get(name, id)
    if (before === undefined) return false
    this.#write(name, id, before, undefined)
    return true
  }

  setScalars(patch: Partial<Scalars>): void {
    this.currentScalars = Object.freeze({ ...this.currentScalars, ...patch })
  }

  /** The next number in the world's creation order. */
  nextOrdinal(): number {
    const { nextOrdinal } = this.currentScalars
    this.setScalars({ nextOrdinal: nextOrdinal + 1 })
    return nextOrdinal
  }

  /** A fresh internal ID: 24 hex characters of the world's random stream. */
  newId<K extends string>(): Id<K> {
    return this.randomText(HEX, 24) as Id<K>
  }

  /** A fresh text of `[0-9A-Za-z]` of the world's random stream. */
  newSecret(length: number): string {
    return this.randomText(ALPHANUMERIC, length)
  }

  /** A fresh display ID with a prefix, e.g. `Grp-` (api.md section 0). */
  newDisplayId(prefix: string): string {
    return prefix + this.newSecret(8)
  }

  randomText(alphabet: string, length: number): string {
    const generator = xoroshiro128plusFromState(this.currentScalars.random)
    const text = customRandom(alphabet, length, (size) =>
      Uint8Array.from({ length: size }, () => generator.next() & 0xff),
    )()
    this.setScalars({ random: Object.freeze([...generator.getState()]) })
    return text
  }

  savepoint(): Savepoint {
    const savepoint: Savepoint = {
      tables: new Map(this.tables),
      indexes: new Map(this.indexes),
      scalars: this.currentScalars,
      patches: this.#patches.length,
    }
    this.#seal()
    return savepoint
  }

  /** Undoes everything since the savepoint, which stays usable. */
  rollback(to: Savepoint): void {
    this.tables = new Map(to.tables)
    this.indexes = new Map(to.indexes)
    this.currentScalars = to.scalars
    this.#patches.length = to.patches
    this.#seal()
  }

  /** What was written so far, in order. */
  get patches(): readonly Patch[] {
    return this.#patches
  }

  get isUnchanged(): boolean {
    return this.#patches.length === 0 && this.currentScalars === this.base.scalars
  }

  /** The state with the writes. The transaction must not be used afterwards. */
  commit(): State {
    if (this.isUnchanged) return this.base
    for (const [name, table] of this.tables) {
      if (table !== (this.base.tables.get(name) as unknown) && table.isSparse) {
        this.tables.set(
          name,
          table.compacted((record) => keyOf(name, record)),
        )
      }
    }
    this.#owner = {}
    return { tables: this.tables as State["tables"], indexes: this.indexes, scalars: this.currentScalars }
  }

  #write(name: TableName, id: string, before: object | undefined, after: object | undefined): void {
    const table = (this.tables.get(name) ?? Table.empty<never>()) as Table<object>
    const next = after === undefined ? table.remove(id, this.#owner) : table.put(id, after, this.#owner)
    this.#reindex(name, id, before, after)
    this.tables.set(name, next as Table<never>)
    this.#patches.push({ table: name, id, before, after })
  }

  #reindex(name: TableName, id: string, before: object | undefined, after: object | undefined): void {
    for (const [index, definition] of indexesOf(name)) {
      const old = before === undefined ? [] : definition.keys(before as never, this)
      const now = after === undefined ? [] : definition.keys(after as never, this)
      if (old.length === now.length && old.every((key, at) => key === now[at])) continue
      const tree = this.#ownIndex(index)
      for (const key of old) if (!now.includes(key)) tree.delete(indexEntry(key, id))
      for (const key of now) if (!old.includes(key)) tree.set(indexEntry(key, id), null)
    }
  }

  #ownIndex(index: IndexName): IndexTree {
    const tree = this.indexes.get(index)
    if (tree !== undefined && !this.#sharedIndexes.has(index)) return tree
    const own = tree === undefined ? makeIndexTree() : tree.clone()
    this.indexes.set(index, own)
    this.#sharedIndexes.delete(index)
    return own
  }

  #seal(): void {
    this.#owner = {}
    this.#shareIndexes()
  }

  #shareIndexes(): void {
    for (const index of this.indexes.keys()) this.#sharedIndexes.add(index)
  }
}
