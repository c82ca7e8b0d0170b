import type { Digest } from "./digest.ts"
import { addOrdinal, emptyIdLayers, findOrdinal, type IdLayers } from "./id-layers.ts"
import { emptyVector, type Vector, vectorDigest, vectorGet, vectorSet, vectorSome } from "./vector.ts"

/** Below this many slots a table is never worth compacting. */
const COMPACT_FROM = 64

/**
 * A persistent table, ID → frozen record, in insertion order; what is put again after a removal may come back to its old
 * place. `put` and `remove` answer another table and share all but the written path. Writes with the same `owner` token happen
 * in place, which is what makes a transaction of many writes cheap: of the tables written with one token only the last is a
 * value to keep (design section 4).
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

  get(id: string): R | undefined {
    const ordinal = findOrdinal(this.#ids, this.#vector.length, id)
    return ordinal === undefined ? undefined : (vectorGet(this.#vector, ordinal) as R | undefined)
  }

  /** Where a record stands in insertion order; -1 when it was never here. */
  position(id: string): number {
    return findOrdinal(this.#ids, this.#vector.length, id) ?? -1
  }

  put(id: string, record: R, owner: object): Table<R> {
    const { length } = this.#vector
    const ordinal = findOrdinal(this.#ids, length, id)
    if (ordinal === undefined) {
      const ids = addOrdinal(this.#ids, length, id)
      return new Table<R>(vectorSet(this.#vector, length, record, owner), ids, this.size + 1)
    }
    const filled = vectorGet(this.#vector, ordinal) === undefined ? 1 : 0
    return new Table<R>(vectorSet(this.#vector, ordinal, record, owner), this.#ids, this.size + filled)
  }

  remove(id: string, owner: object): Table<R> {
    const ordinal = findOrdinal(this.#ids, this.#vector.length, id)
    if (ordinal === undefined || vectorGet(this.#vector, ordinal) === undefined) return this
    return new Table<R>(vectorSet(this.#vector, ordinal, undefined, owner), this.#ids, this.size - 1)
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
    const owner = {}
    let table = Table.empty<R>()
    this.forEach((record) => {
      table = table.put(idOf(record), record, owner)
    })
    return table
  }
}
