import type { Digest } from "./digest.ts"
import { addOrdinal, emptyIdLayers, findOrdinal, type IdLayers, idLayersOf } from "../../store/id-layers.ts"
import {
  emptyVector,
  type Summarizing,
  type Vector,
  vectorAppend,
  vectorDigest,
  vectorGet,
  vectorSet,
  vectorSome,
  vectorSummaries,
} from "./vector.ts"

/** Below this many slots a table is never worth compacting. */
const COMPACT_FROM = 64

/**
 * A persistent table, ID → frozen record, in insertion order; a record put back after its removal may return to its old
 * place. `put` and `remove` answer another table and share all but the written path. Writes with the same `owner` token
 * happen in place, which is what makes a transaction of many writes cheap: of the tables written with one token only the
 * last is a value to keep (architecture.md, "State").
 */
export class Table<R extends object> {
  readonly #vector: Vector
  readonly #ids: IdLayers
  /** Number of records. */
  readonly size: number

  private constructor(vector: Vector, ids: IdLayers, size: number) {
    this.#vector = vector
    this.#ids = ids
    this.size = size
  }

  static empty<R extends object>(): Table<R> {
    return new Table<R>(emptyVector(), emptyIdLayers(), 0)
  }

  /** The table of these records, in their order; each has an ID of its own. */
  static of<R extends object>(records: Iterable<R>, idOf: (record: R) => string): Table<R> {
    const owner = {}
    let table = Table.empty<R>()
    for (const record of records) table = table.put(idOf(record), record, owner, -1)
    return table
  }

  /** The table of a vector that was stored. */
  static stored<R extends object>(vector: Vector, idOf: (record: R) => string): Table<R> {
    const ordinals = new Map<string, number>()
    for (let ordinal = 0; ordinal < vector.length; ordinal += 1) {
      const record = vectorGet(vector, ordinal) as R | undefined
      if (record !== undefined) ordinals.set(idOf(record), ordinal)
    }
    return new Table<R>(vector, idLayersOf(ordinals, vector.length), ordinals.size)
  }

  /** Its records by their positions, for storing. */
  get vector(): Vector {
    return this.#vector
  }

  get(id: string): R | undefined {
    return this.at(this.position(id))
  }

  /** The position of a record in insertion order, or the last one of a removed record; -1 when there never was one. */
  position(id: string): number {
    return findOrdinal(this.#ids, this.#vector.length, id)
  }

  /** What stands at a position that `position` answered; nothing at -1. */
  at(position: number): R | undefined {
    return position < 0 ? undefined : (vectorGet(this.#vector, position) as R | undefined)
  }

  /** `position`: the result of `position(id)`, for callers that already have it. */
  put(id: string, record: R, owner: object, position = this.position(id)): Table<R> {
    if (position < 0) {
      const ids = addOrdinal(this.#ids, this.#vector.length, id)
      return new Table<R>(vectorAppend(this.#vector, record, owner), ids, this.size + 1)
    }
    const filled = this.at(position) === undefined ? 1 : 0
    return new Table<R>(vectorSet(this.#vector, position, record, owner), this.#ids, this.size + filled)
  }

  remove(id: string, owner: object, position = this.position(id)): Table<R> {
    if (this.at(position) === undefined) return this
    return new Table<R>(vectorSet(this.#vector, position, undefined, owner), this.#ids, this.size - 1)
  }

  /** Calls back with every record there is now; records added meanwhile are not visited. */
  forEach(visit: (record: R) => void): void {
    vectorSome(this.#vector, (record) => {
      visit(record as R)
      return false
    })
  }

  /** Whether a record passes the test; asks no further once one does. */
  some(test: (record: R) => boolean): boolean {
    return vectorSome(this.#vector, test as (record: object) => boolean)
  }

  /** The record that came first. */
  first(): R | undefined {
    let first: R | undefined
    this.some((record) => {
      first = record
      return true
    })
    return first
  }

  toArray(): R[] {
    const records: R[] = []
    this.forEach((record) => void records.push(record))
    return records
  }

  /**
   * Visits the records, the last ones first, in groups of up to 32 neighbours, each with what `summarizing` made of them. It is
   * remembered until a record of the group is written, so after a write only the written groups are summarized anew.
   */
  forEachGroup<S extends object>(
    summarizing: Summarizing<R, S>,
    visit: (summary: S, records: () => readonly R[]) => void,
  ): void {
    vectorSummaries(this.#vector, summarizing, (summary: S, records) => visit(summary, records as () => R[]))
  }

  /** Independent of the order of the records. */
  digest(): Digest {
    return vectorDigest(this.#vector)
  }

  /** Whether deletes have left more holes than records. */
  get isSparse(): boolean {
    return this.#vector.length >= COMPACT_FROM && this.size * 2 < this.#vector.length
  }

  /** The same records in the same order without holes. */
  compacted(idOf: (record: R) => string): Table<R> {
    return Table.of(this.toArray(), idOf)
  }
}
