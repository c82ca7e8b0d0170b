import { type Draft, produce } from "immer"
import { customRandom } from "nanoid"
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus"
import type { Id, Instant } from "../model/index.ts"
import type { Datastore, PendingJob } from "../model/records/index.ts"
import type { Indexes, WritableIndexes } from "./indexes.ts"
import { compactIndexes, reindex, reindexItems } from "./reindex.ts"
import type { Scalars } from "./scalars.ts"
import type { Patch, State } from "./state.ts"
import type { Table } from "./store/table.ts"
import { itemsTable, keyOf, type TableName, type TableSet, type Tables } from "./tables.ts"
import { View } from "./view.ts"

/** The world's random number generator. It draws all random values, so that equal seeds give equal worlds. */
export type RandomStream = ReturnType<typeof xoroshiro128plusFromState>

const HEX = "0123456789abcdef"
const ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const ID_LENGTH = 24

/** The character codes of the ID being drawn. */
const codes = new Array<number>(ID_LENGTH).fill(0)

/** Draws an internal ID. A string made by concatenation, as nanoid does, would take five times the memory (CONTRIBUTING.md, "ids"). */
export function drawId(random: RandomStream): string {
  for (let at = ID_LENGTH - 1, word = 0; at >= 0; at -= 1, word >>>= 8) {
    if (at % 4 === 3) word = random.next()
    codes[at] = HEX.charCodeAt(word & 15)
  }
  return String.fromCharCode(...codes)
}

export const drawText = (random: RandomStream, length: number): string =>
  customRandom(ALPHANUMERIC, length, (size) => drawBytes(random, size))()

function drawBytes(random: RandomStream, size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  for (let at = 0, word = 0; at < size; at += 1, word >>>= 8) {
    if (at % 4 === 0) word = random.next()
    bytes[at] = word
  }
  return bytes
}

/** A point to which a transaction can roll back. Creating one takes constant time, whatever the size of the world. */
export interface Savepoint {
  readonly tables: TableSet
  readonly indexes: Indexes
  readonly scalars: Scalars
  readonly patches: number
  readonly jobs: number
}

const NO_JOBS: readonly PendingJob[] = []

/** Counters that change often. They are therefore not part of the frozen scalars until the commit. */
interface Counters {
  readonly random: RandomStream
  nextOrdinal: number
}

/** A view that can also write. `commit` returns the new state. To discard all writes, drop the transaction without committing it. */
export class Tx extends View {
  /** Token that marks the nodes that this transaction may change in place. Each savepoint replaces the token. */
  #owner = {}
  /** Whether `indexes` was copied since the last savepoint, so that it may be changed in place. */
  #ownsIndexes = false
  readonly #patches: Patch[] = []
  /** Whether the change notifies its own author, too (`is_notify_to_sender`, api.md section 6.1). */
  notifiesSender = false
  #jobs: readonly PendingJob[] = NO_JOBS
  #counters: Counters | null = null
  readonly #ownSecrets: RandomStream | null

  /** `ownSecrets` is the stream from which a dry run draws secrets, so that the world never issues the same secret. */
  constructor(state: State, now: Instant, baseUrl: string, ownSecrets: RandomStream | null = null) {
    super(state, now, baseUrl)
    this.#ownSecrets = ownSecrets
  }

  /** Freezes and stores a record. Frozen records can be shared by all forks. */
  put<N extends TableName>(name: N, record: Tables[N]): Tables[N] {
    const id = keyOf(name, record)
    this.#write(name, id, this.table(name).position(id), Object.freeze(record))
    return record
  }

  /** Stores a record unless a record with the same key exists. */
  putIfAbsent<N extends TableName>(name: N, record: Tables[N]): void {
    const id = keyOf(name, record)
    const table = this.table(name)
    const position = table.position(id)
    if (table.at(position) === undefined) this.#write(name, id, position, Object.freeze(record))
  }

  /** Replaces properties of a record. Faster than `update` (architecture.md, "State"). Throws SYSTEM_ERROR if the record does not exist. */
  patch<N extends TableName>(name: N, id: string, patch: Partial<Tables[N]>): Tables[N] {
    const table = this.table(name)
    const position = table.position(id)
    const before = table.at(position) ?? this.expect(name, id)
    const after = Object.assign({}, before, patch) as Tables[N]
    this.#write(name, id, position, Object.freeze(after))
    return after
  }

  update<N extends TableName>(name: N, id: string, recipe: (draft: Draft<Tables[N]>) => void): Tables[N] {
    const before = this.expect(name, id)
    const after = produce(before, (draft) => void recipe(draft))
    if (after !== before) this.#write(name, id, this.table(name).position(id), after)
    return after
  }

  /** Removes a record. Returns whether the record existed. */
  remove<N extends TableName>(name: N, id: string): boolean {
    const table = this.table(name)
    const position = table.position(id)
    if (table.at(position) === undefined) return false
    this.#write(name, id, position, undefined)
    return true
  }

  /** Adds jobs to run after the response. The jobs are stored together with the transaction's changes. */
  enqueue(jobs: readonly PendingJob[]): void {
    if (jobs.length > 0) this.#jobs = [...this.#jobs, ...jobs]
  }

  get jobs(): readonly PendingJob[] {
    return this.#jobs
  }

  override get scalars(): Scalars {
    this.#writeCounters()
    return this.currentScalars
  }

  setScalars(patch: Partial<Scalars>): void {
    this.currentScalars = Object.freeze({ ...this.scalars, ...patch })
    this.#counters = null
  }

  nextOrdinal(): number {
    const counters = this.#countersInUse()
    counters.nextOrdinal += 1
    return counters.nextOrdinal - 1
  }

  /** Draws an internal ID from the world's random stream. */
  newId<K extends string>(): Id<K> {
    return drawId(this.#countersInUse().random) as Id<K>
  }

  /** Draws a number from 0 up to but not including 1. */
  newFraction(): number {
    return (this.#countersInUse().random.next() >>> 0) / 2 ** 32
  }

  newSecret(length: number): string {
    return this.#drawSecret((random) => drawText(random, length))
  }

  /** Draws the ID of a token, which is a secret, because the token is computed from it. */
  newTokenId(): Id<"jti"> {
    return this.#drawSecret(drawId) as Id<"jti">
  }

  /** Draws a secret. In a dry run, the world's stream advances as well, so that later IDs are those of the real run. */
  #drawSecret(draw: (random: RandomStream) => string): string {
    const drawn = draw(this.#countersInUse().random)
    return this.#ownSecrets === null ? drawn : draw(this.#ownSecrets)
  }

  /** Draws a UUID, the ID format of options (api.md section 0). */
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

  /** Draws a display ID with a prefix, e.g. `Grp-` (api.md section 0). */
  newDisplayId(prefix: string): string {
    return prefix + drawText(this.#countersInUse().random, 8)
  }

  savepoint(): Savepoint {
    const { tables, indexes, scalars } = this
    this.#seal()
    return { tables, indexes, scalars, patches: this.#patches.length, jobs: this.#jobs.length }
  }

  /** Undoes all writes since the savepoint. The savepoint can be used again. */
  rollback(to: Savepoint): void {
    this.tables = to.tables
    this.indexes = to.indexes
    this.currentScalars = to.scalars
    this.#counters = null
    this.#patches.length = to.patches
    if (this.#jobs.length > to.jobs) this.#jobs = this.#jobs.slice(0, to.jobs)
    this.#seal()
  }

  get patches(): readonly Patch[] {
    return this.#patches
  }

  get isUnchanged(): boolean {
    return this.#patches.length === 0 && this.scalars === this.base.scalars
  }

  /** Returns the new state. The transaction must not be used afterwards. */
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

  /** Compacts a written table and its indexes if many of their slots are empty. */
  #compact(name: TableName): void {
    const table = this.table(name)
    if (table.isSparse)
      this.tables = this.tables.put(
        name,
        table.compacted((record) => keyOf(name, record)),
        this.#owner,
      )
    compactIndexes({ indexes: this.#ownIndexes() }, name)
  }

  #write(name: TableName, id: string, position: number, after: object | undefined): void {
    this.#copyIndexes()
    const table = this.table(name) as Table<object>
    const before = table.at(position)
    const next =
      after === undefined ? table.remove(id, this.#owner, position) : table.put(id, after, this.#owner, position)
    const own = { indexes: this.#ownIndexes(), owner: this.#owner }
    reindex(own, name, id, before, after, this)
    if (name === "datastores")
      reindexItems(own, this.table(itemsTable(id)), before as Datastore | undefined, after as Datastore | undefined)
    this.tables = this.tables.put(name, next as Table<never>, this.#owner)
    this.#patches.push({ table: name, id, before, after })
  }

  #copyIndexes(): void {
    if (this.#ownsIndexes) return
    this.indexes = { ...this.indexes }
    this.#ownsIndexes = true
  }

  #ownIndexes(): WritableIndexes {
    return this.indexes as WritableIndexes
  }

  /** Ends writing in place, because a savepoint or state now shares the nodes written so far. */
  #seal(): void {
    this.#owner = {}
    this.#ownsIndexes = false
  }

  #countersInUse(): Counters {
    const { random, nextOrdinal } = this.currentScalars
    this.#counters ??= { random: xoroshiro128plusFromState(random), nextOrdinal }
    return this.#counters
  }

  #writeCounters(): void {
    if (this.#counters === null) return
    const { random, nextOrdinal } = this.#counters
    // `Object.assign` is faster than a spread here (CONTRIBUTING.md, "freeze").
    const moved = { random: Object.freeze([...random.getState()]), nextOrdinal }
    this.currentScalars = Object.freeze(Object.assign({}, this.currentScalars, moved))
    this.#counters = null
  }
}
