import { type Draft, produce } from "immer"
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus"
import type { FId, Id } from "../model/ids.ts"
import type { Datastore } from "../records/datastore.ts"
import type { Owed } from "../records/failure.ts"
import type { Table } from "./store/table.ts"
import type { Patch } from "./change.ts"
import { drawId, drawText, type RandomStream } from "./draw.ts"
import { type Index, type Indexes, type IndexName, ITEM_INDEXES, indexesOf } from "./indexes.ts"
import type { Scalars } from "./scalars.ts"
import type { State } from "./state.ts"
import type { TableSet } from "./table-set.ts"
import { itemsTable, keyOf, type TableName, type Tables } from "./tables.ts"
import { View } from "./view.ts"

/** A point inside a transaction to come back to; O(1) in the size of the world. */
export interface Savepoint {
  readonly tables: TableSet
  readonly indexes: Indexes
  readonly scalars: Scalars
  readonly patches: number
  readonly owed: number
}

const NO_KEYS: readonly string[] = []
const NOTHING_OWED: readonly Owed[] = []

/** The counters that a transaction moves often, held apart from the frozen scalars. */
interface Counters {
  readonly random: RandomStream
  nextOrdinal: number
}

/**
 * A transaction: a view whose writes become a new state with `commit`. Dropping it is the rollback;
 * the state it began on is never touched.
 */
export class Tx extends View {
  /** Marks the nodes that this transaction may write in place, since the last savepoint. */
  #owner = {}
  /** Whether `indexes` is this transaction's own object, since the last savepoint. */
  #ownsIndexes = false
  readonly #patches: Patch[] = []
  #owed: readonly Owed[] = NOTHING_OWED
  #counters: Counters | null = null

  /** Stores a whole record under its key. Takes the record over: it is frozen and shared with every fork from now on. */
  put<N extends TableName>(name: N, record: Tables[N]): Tables[N] {
    const id = keyOf(name, record)
    this.#write(name, id, this.table(name).position(id), Object.freeze(record))
    return record
  }

  /** Stores a record as `put` does, unless there is one under its key: that one stays. */
  putIfAbsent<N extends TableName>(name: N, record: Tables[N]): void {
    const id = keyOf(name, record)
    const table = this.table(name)
    const position = table.position(id)
    if (table.at(position) === undefined) this.#write(name, id, position, Object.freeze(record))
  }

  /** Replaces some members of a record; the fast way to change one (architecture.md, "State"). Refuses an absent record as a bug. */
  patch<N extends TableName>(name: N, id: string, patch: Partial<Tables[N]>): Tables[N] {
    const table = this.table(name)
    const position = table.position(id)
    const before = table.at(position) ?? this.expect(name, id)
    const after = Object.assign({}, before, patch) as Tables[N]
    this.#write(name, id, position, Object.freeze(after))
    return after
  }

  /** Changes a record with an immer recipe, for changes deep inside it. */
  update<N extends TableName>(name: N, id: string, recipe: (draft: Draft<Tables[N]>) => void): Tables[N] {
    const before = this.expect(name, id)
    const after = produce(before, (draft) => void recipe(draft))
    if (after !== before) this.#write(name, id, this.table(name).position(id), after)
    return after
  }

  /** True when there was something to remove. */
  remove<N extends TableName>(name: N, id: string): boolean {
    const table = this.table(name)
    const position = table.position(id)
    if (table.at(position) === undefined) return false
    this.#write(name, id, position, undefined)
    return true
  }

  /** Has work after the answer noted together with what is written. */
  owe(owed: readonly Owed[]): void {
    if (owed.length > 0) this.#owed = [...this.#owed, ...owed]
  }

  get owed(): readonly Owed[] {
    return this.#owed
  }

  override get scalars(): Scalars {
    this.#settleCounters()
    return this.currentScalars
  }

  setScalars(patch: Partial<Scalars>): void {
    this.currentScalars = Object.freeze({ ...this.scalars, ...patch })
    this.#counters = null
  }

  /** The next number in the world's creation order. */
  nextOrdinal(): number {
    const counters = this.#countersInUse()
    counters.nextOrdinal += 1
    return counters.nextOrdinal - 1
  }

  /** A fresh internal ID: 24 hex characters of the world's random stream. */
  newId<K extends string>(): Id<K> {
    return drawId(this.#countersInUse().random) as Id<K>
  }

  /** A fresh text of `[0-9A-Za-z]` of the world's random stream. */
  newSecret(length: number): string {
    return drawText(this.#countersInUse().random, length)
  }

  /** A fresh UUID, as options have (api.md section 0). */
  newUuid(): string {
    const hex = this.newId() + this.newId()
    const parts = [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `4${hex.slice(12, 15)}`,
      `a${hex.slice(15, 18)}`,
      hex.slice(18, 30),
    ]
    return parts.join("-")
  }

  /** A fresh display ID with a prefix, e.g. `Grp-` (api.md section 0). */
  newDisplayId(prefix: string): string {
    return prefix + this.newSecret(8)
  }

  savepoint(): Savepoint {
    const { tables, indexes, scalars } = this
    this.#seal()
    return { tables, indexes, scalars, patches: this.#patches.length, owed: this.#owed.length }
  }

  /** Undoes everything since the savepoint, which stays usable. */
  rollback(to: Savepoint): void {
    this.tables = to.tables
    this.indexes = to.indexes
    this.currentScalars = to.scalars
    this.#counters = null
    this.#patches.length = to.patches
    if (this.#owed.length > to.owed) this.#owed = this.#owed.slice(0, to.owed)
    this.#seal()
  }

  /** What was written so far, in order. */
  get patches(): readonly Patch[] {
    return this.#patches
  }

  get isUnchanged(): boolean {
    return this.#patches.length === 0 && this.scalars === this.base.scalars
  }

  /** The state with the writes. The transaction must not be used afterwards. */
  commit(): State {
    if (this.isUnchanged) return this.base
    let last: TableName | undefined
    for (const { table } of this.#patches) {
      if (table !== last) this.#compact(table)
      last = table
    }
    this.#seal()
    return { tables: this.tables, indexes: this.indexes, scalars: this.currentScalars }
  }

  /** Closes the holes of a table that was written to, and of its indexes, where they have become many. */
  #compact(name: TableName): void {
    const table = this.table(name)
    if (table.isSparse)
      this.tables = this.tables.put(
        name,
        table.compacted((record) => keyOf(name, record)),
        this.#owner,
      )
    for (const [index] of indexesOf(name)) this.#ownIndexes()[index] = this.indexes[index].compacted()
    if (name !== "datastores") return
    for (const [index] of ITEM_INDEXES) this.#ownIndexes()[index] = this.indexes[index].compacted()
  }

  /** `position`: where the table has the record of that ID. */
  #write(name: TableName, id: string, position: number, after: object | undefined): void {
    this.#copyIndexes()
    const table = this.table(name) as Table<object>
    const before = table.at(position)
    const next =
      after === undefined ? table.remove(id, this.#owner, position) : table.put(id, after, this.#owner, position)
    this.#reindex(name, id, before, after)
    if (name === "datastores") this.#reindexItems(id, before as Datastore | undefined, after as Datastore | undefined)
    this.tables = this.tables.put(name, next as Table<never>, this.#owner)
    this.#patches.push({ table: name, id, before, after })
  }

  #reindex(name: TableName, id: string, before: object | undefined, after: object | undefined): void {
    for (const [index, definition] of indexesOf(name)) {
      const old = before === undefined ? NO_KEYS : definition.keys(before as never, this)
      const now = after === undefined ? NO_KEYS : definition.keys(after as never, this)
      this.#moveEntries(index, id, old, now)
    }
  }

  #moveEntries(name: IndexName, id: string, old: readonly string[], now: readonly string[]): void {
    if (old.length === now.length && old.every((key, at) => key === now[at])) return
    let index: Index = this.indexes[name]
    for (const key of old) if (!now.includes(key)) index = index.remove(key, id, this.#owner)
    for (const key of now) if (!old.includes(key)) index = index.add(key, id, this.#owner)
    this.#ownIndexes()[name] = index
  }

  #reindexItems(dId: string, before: Datastore | undefined, after: Datastore | undefined): void {
    for (const [index, { fieldsOf, keysOf }] of ITEM_INDEXES) {
      const [old, now] = [fieldsOf(before), fieldsOf(after)]
      const isOld = (fId: FId): boolean => before?.fields.some((field) => field.fId === fId) === true
      // No item can have a value of a field that is only made now.
      if (before !== undefined && old.join() === now.filter(isOld).join()) continue
      this.table(itemsTable(dId)).forEach((item) => {
        this.#moveEntries(index, item.iId, keysOf(item, old), keysOf(item, now))
      })
    }
  }

  #copyIndexes(): void {
    if (this.#ownsIndexes) return
    this.indexes = { ...this.indexes }
    this.#ownsIndexes = true
  }

  #ownIndexes(): Record<IndexName, Index> {
    return this.indexes as Record<IndexName, Index>
  }

  /** From here on everything written so far is shared with a savepoint or a state. */
  #seal(): void {
    this.#owner = {}
    this.#ownsIndexes = false
  }

  #countersInUse(): Counters {
    const { random, nextOrdinal } = this.currentScalars
    this.#counters ??= { random: xoroshiro128plusFromState(random), nextOrdinal }
    return this.#counters
  }

  #settleCounters(): void {
    if (this.#counters === null) return
    const { random, nextOrdinal } = this.#counters
    // Not a spread: performance.md, "freeze".
    const moved = { random: Object.freeze([...random.getState()]), nextOrdinal }
    this.currentScalars = Object.freeze(Object.assign({}, this.currentScalars, moved))
    this.#counters = null
  }
}
