import type { Digest } from "./digest.ts"
import {
  emptyVector,
  type KeyList,
  type SlotDifference,
  type Summarizing,
  type Vector,
  vectorAppend,
  vectorDifferences,
  vectorDigest,
  vectorGet,
  vectorKeys,
  vectorSet,
  vectorSlice,
  vectorSome,
  vectorSummaries,
} from "./vector.ts"

/**
 * Maps IDs to ordinals for all versions of a table. The versions share one growing map, `top`; a version of length n ignores ordinals of n
 * and above. Only the version of length `tip` may add to `top`. To add an ID, any other version seals its part of `top` as an immutable
 * layer and starts a `top` of its own.
 */
export interface IdLayers {
  /** Older maps, oldest first. Each is at least twice as large as the next, so there are few to search. */
  readonly sealed: readonly Layer[]
  readonly top: Map<string, number>
  /** Ordinal of the first ID in `top`. Only `addOrdinals` puts lower ordinals there. */
  from: number
  /** Number of records in the table version that most recently added an ID to `top`. */
  tip: number
  /** Caches the layers for versions of this length, so that several forks don't each merge the same layers. */
  sealing: { readonly length: number; readonly layers: readonly Layer[] } | null
}

interface Layer {
  readonly map: ReadonlyMap<string, number>
  /** The layer ignores ordinals of `limit` and above, because they belong to other versions. */
  readonly limit: number
}

const makeLayers = (sealed: readonly Layer[], length: number): IdLayers => ({
  sealed,
  top: new Map(),
  from: length,
  tip: length,
  sealing: null,
})

export const emptyIdLayers = (): IdLayers => makeLayers([], 0)

/** Makes `IdLayers` of one map, which the caller must not change afterwards. All ordinals must be below `length`. */
const idLayersOf = (ordinals: Map<string, number>, length: number): IdLayers => ({
  ...makeLayers([], 0),
  top: ordinals,
  tip: length,
})

/** Returns the ordinal of an ID in the version of the given length; -1 if that version lacks the ID. */
export function findOrdinal(ids: IdLayers, length: number, id: string): number {
  const inTop = ids.top.get(id)
  if (inTop !== undefined && inTop < length) return inTop
  for (let at = ids.sealed.length - 1; at >= 0; at -= 1) {
    const layer = ids.sealed[at] as Layer
    const ordinal = layer.map.get(id)
    if (ordinal !== undefined && ordinal < layer.limit) return ordinal
  }
  return -1
}

/** Adds an ID to the version of the given length. The new ordinal is `length`, the version's first free ordinal. */
export function addOrdinal(ids: IdLayers, length: number, id: string): IdLayers {
  const target = ids.tip === length ? ids : makeLayers(layersBelow(ids, length), length)
  target.top.set(id, length)
  target.tip = length + 1
  return target
}

/**
 * Gives IDs ordinals in the version of the length `shared`, which becomes a version of the length `length`. An ordinal may be below
 * `shared`: then the original version either lacks the ID or has it elsewhere.
 */
function addOrdinals(
  ids: IdLayers,
  shared: number,
  entries: readonly (readonly [string, number])[],
  length: number,
): IdLayers {
  if (entries.length === 0 && shared === length) return ids
  const areNew =
    ids.tip === shared && entries.every(([id, ordinal]) => ordinal >= shared && findOrdinal(ids, shared, id) < 0)
  const target = areNew ? ids : makeLayers(layersBelow(ids, shared), shared)
  for (const [id, ordinal] of entries) target.top.set(id, ordinal)
  if (!areNew) target.from = Math.min(shared, length - entries.length)
  target.tip = length
  return target
}

function layersBelow(ids: IdLayers, length: number): readonly Layer[] {
  if (ids.sealing?.length !== length) ids.sealing = { length, layers: seal(ids, length) }
  return ids.sealing.layers
}

function seal(ids: IdLayers, length: number): readonly Layer[] {
  const isLonger = ids.sealed.some(({ limit }) => limit > length)
  const below = isLonger ? ids.sealed.map(({ map, limit }) => ({ map, limit: Math.min(limit, length) })) : ids.sealed
  const own = length - ids.from
  const whole: Layer = { map: ids.top, limit: length }
  const layer = own * 2 < ids.top.size ? merge([whole]) : whole
  if (layer.map.size === 0) return below
  const sealed = [...below, layer]
  while (sealed.length > 1) {
    const upper = sealed.at(-1) as Layer
    const lower = sealed.at(-2) as Layer
    if (upper.map.size * 2 < lower.map.size) break
    sealed.splice(-2, 2, merge([lower, upper]))
  }
  return sealed
}

function merge(layers: readonly Layer[]): Layer {
  const map = new Map<string, number>()
  let limit = 0
  for (const layer of layers) {
    for (const [id, ordinal] of layer.map) if (ordinal < layer.limit) map.set(id, ordinal)
    limit = layer.limit
  }
  return { map, limit }
}

/** Tables with fewer slots are not compacted. */
const COMPACT_FROM = 64

/**
 * A persistent map from IDs to frozen records, in insertion order. A record that is put again after its removal may return to its old
 * position. `put` and `remove` return a new table that shares most nodes. Writes with the same `owner` token change nodes in place, so of
 * the tables that they return, only the last is valid (architecture.md, "State").
 */
export class Table<R extends object> {
  readonly #vector: Vector
  readonly #ids: IdLayers
  readonly size: number

  private constructor(vector: Vector, ids: IdLayers, size: number) {
    this.#vector = vector
    this.#ids = ids
    this.size = size
  }

  static empty<R extends object>(): Table<R> {
    return new Table<R>(emptyVector(), emptyIdLayers(), 0)
  }

  static of<R extends object>(records: Iterable<R>, idOf: (record: R) => string): Table<R> {
    const owner = {}
    let table = Table.empty<R>()
    for (const record of records) table = table.put(idOf(record), record, owner, -1)
    return table
  }

  static stored<R extends object>(vector: Vector, idOf: (record: R) => string): Table<R> {
    const ordinals = new Map<string, number>()
    for (let ordinal = 0; ordinal < vector.length; ordinal += 1) {
      const record = vectorGet(vector, ordinal) as R | undefined
      if (record !== undefined) ordinals.set(idOf(record), ordinal)
    }
    return new Table<R>(vector, idLayersOf(ordinals, vector.length), ordinals.size)
  }

  /** Returns the slots in which two tables hold different objects. Skips the nodes that the tables share. */
  differencesTo(other: Table<R>): readonly SlotDifference<R>[] {
    return vectorDifferences<R>(this.#vector, other.#vector)
  }

  /** Returns the table of another vector. Shares the index of IDs except for the differences, as a write does. */
  over(vector: Vector, idOf: (record: R) => string): { table: Table<R>; differences: readonly SlotDifference<R>[] } {
    const differences = vectorDifferences<R>(this.#vector, vector)
    let shared = Math.min(this.#vector.length, vector.length)
    let size = this.size
    for (const { ordinal, before, after } of differences) {
      size += (after === undefined ? 0 : 1) - (before === undefined ? 0 : 1)
      const isOther = before !== undefined && after !== undefined && idOf(before) !== idOf(after)
      // Both vectors have grown separately from here on, so that a slot holds another ID in each.
      if (isOther && ordinal < shared) shared = ordinal
    }
    if (shared * 2 < vector.length) return { table: Table.stored(vector, idOf), differences }
    const entries: [string, number][] = []
    for (const { ordinal, after } of differences) {
      const id = after === undefined || ordinal >= shared ? undefined : idOf(after)
      if (id !== undefined && findOrdinal(this.#ids, shared, id) !== ordinal) entries.push([id, ordinal])
    }
    for (let ordinal = shared; ordinal < vector.length; ordinal += 1) {
      const record = vectorGet(vector, ordinal) as R | undefined
      if (record !== undefined) entries.push([idOf(record), ordinal])
    }
    return { table: new Table<R>(vector, addOrdinals(this.#ids, shared, entries, vector.length), size), differences }
  }

  get vector(): Vector {
    return this.#vector
  }

  get(id: string): R | undefined {
    return this.at(this.position(id))
  }

  /** Returns a record's index in insertion order, even if the record was removed; -1 for an unknown ID. */
  position(id: string): number {
    return findOrdinal(this.#ids, this.#vector.length, id)
  }

  /** Returns the record at an index that `position` returned; undefined if the index is -1 or the record was removed. */
  at(position: number): R | undefined {
    return position < 0 ? undefined : (vectorGet(this.#vector, position) as R | undefined)
  }

  /** Stores a record. Callers that have already called `position(id)` pass its result, so that it is not called again. */
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

  /** Visits all records except those added during the iteration. */
  forEach(visit: (record: R) => void): void {
    vectorSome(this.#vector, (record) => {
      visit(record as R)
      return false
    })
  }

  some(test: (record: R) => boolean): boolean {
    return vectorSome(this.#vector, test as (record: object) => boolean)
  }

  /** Returns the records from position `from` on, at most `count`. */
  slice(from: number, count: number): R[] {
    return vectorSlice(this.#vector, this.size, from, count) as R[]
  }

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

  /** Visits groups of up to 32 records, last group first. A group's summary is cached until one of its records changes. */
  forEachGroup<S extends object>(
    summarizing: Summarizing<R, S>,
    visit: (summary: S, records: () => readonly R[]) => void,
  ): void {
    vectorSummaries(this.#vector, summarizing, (summary: S, records) => visit(summary, records as () => R[]))
  }

  /** Returns the keys that the records have. Tables share the lists of shared groups of records. */
  keyList(keyOf: (record: R) => string | undefined): KeyList {
    return vectorKeys(this.#vector, keyOf as (record: object) => string | undefined)
  }

  digest(): Digest {
    return vectorDigest(this.#vector)
  }

  /** Whether the table is large enough to compact, and most of its slots are empty because their records were removed. */
  get isSparse(): boolean {
    return this.#vector.length >= COMPACT_FROM && this.size * 2 < this.#vector.length
  }

  /** Returns a table without the empty slots of removed records. Keeps the order. */
  compacted(idOf: (record: R) => string): Table<R> {
    return Table.of(this.toArray(), idOf)
  }
}
