import { addDigest, type Digest, emptyDigest, recordDigest } from "./digest.ts"

const BITS = 5
/** Number of bits of an ordinal that select a node's slot at each level of the tree. */
export const VECTOR_BITS = BITS
const WIDTH = 1 << BITS
const MASK = WIDTH - 1

/**
 * A node of the radix vector: owner, cached digest, cached summary and then the slots, in one array to save CPU cache misses. The owner may
 * change a node in place; other writers copy the node first. However, any version may fill the next free slot of a leaf, because older
 * versions do not read beyond their own length.
 */
export type Node = [owner: object, digest: CountedDigest | null, summary: CountedSummary | null, ...slots: unknown[]]

const OWNER = 0
const DIGEST = 1
const SUMMARY = 2
export const SLOTS = 3

interface CountedDigest {
  /** Number of record slots that the digest covers. */
  readonly count: number
  readonly sum: Digest
}

/** Creates summaries of leaves. Each leaf caches the summary of its records. */
export interface Summarizing<R extends object, S extends object> {
  make(records: readonly R[]): S
  /** Returns whether a cached summary is still equal to the one that `make` would return. */
  isCurrent(summary: object): summary is S
}

interface CountedSummary {
  /** Number of record slots that the summary covers. */
  readonly count: number
  readonly summary: object
}

/**
 * A persistent vector of records: a tree with 32 slots per node, 2 to 4 levels deep. Appends write in place while the last leaf has room.
 * Other writes copy the nodes on the path to the slot, unless the writer owns them. Removed records leave empty slots.
 */
export interface Vector {
  readonly root: Node
  readonly shift: number
  readonly length: number
}

const NO_OWNER = Object.freeze({})

export const emptyVector = (): Vector => ({ root: [NO_OWNER, null, null], shift: 0, length: 0 })

/** Makes a node without an owner, so that every writer copies it. `slots` contains records or child nodes. */
export const vectorNode = (slots: readonly unknown[]): Node => [NO_OWNER, null, null, ...slots]

/** Returns the index, in a node of this level, of the slot for `ordinal`. */
const slotAt = (ordinal: number, level: number): number => SLOTS + ((ordinal >>> level) & MASK)

function leafOf({ root, shift }: Vector, ordinal: number): Node {
  let node = root
  for (let level = shift; level > 0; level -= BITS) node = node[slotAt(ordinal, level)] as Node
  return node
}

/** Returns the record at `ordinal`; undefined if the vector is shorter or the slot is empty. */
export const vectorFind = (vector: Vector, ordinal: number): object | undefined =>
  ordinal < vector.length ? vectorGet(vector, ordinal) : undefined

export const vectorGet = (vector: Vector, ordinal: number): object | undefined =>
  leafOf(vector, ordinal)[slotAt(ordinal, 0)] as object | undefined

export function vectorAppend(vector: Vector, record: object, owner: object): Vector {
  const { root, shift, length } = vector
  const slot = slotAt(length, 0)
  const leaf = slot === SLOTS ? undefined : leafOf(vector, length)
  // The record needs a new leaf, or another version that shares the leaf has already filled the slot.
  if (leaf?.length !== slot) return vectorSet(vector, length, record, owner)
  leaf.push(record)
  return { root, shift, length: length + 1 }
}

/** Returns the node if `owner` owns it, otherwise a copy of its first `end` slots. Clears the cached digest and summary. */
function writable(node: Node, owner: object, end = WIDTH): Node {
  const own = node[OWNER] === owner ? node : (node.slice(0, SLOTS + end) as Node)
  own[OWNER] = owner
  own[DIGEST] = null
  own[SUMMARY] = null
  return own
}

/** Sets the record at `ordinal`, which is at most the length. If `record` is undefined, the slot becomes empty. */
export function vectorSet(vector: Vector, ordinal: number, record: object | undefined, owner: object): Vector {
  const { length } = vector
  let { root, shift } = vector
  if (ordinal === WIDTH << shift) {
    root = [owner, null, null, root]
    shift += BITS
  } else {
    root = writable(root, owner, length)
  }
  let node = root
  for (let level = shift; level > 0; level -= BITS) {
    const slot = slotAt(ordinal, level)
    const child = node[slot] as Node | undefined
    const end = level === BITS ? length - (ordinal & ~MASK) : WIDTH
    const next: Node = child === undefined ? [owner, null, null] : writable(child, owner, end)
    node[slot] = next
    node = next
  }
  node[slotAt(ordinal, 0)] = record
  return { root, shift, length: ordinal === length ? length + 1 : length }
}

export function vectorSome(vector: Vector, test: (record: object) => boolean): boolean {
  return some(vector.root, vector.shift, vector.length, test)
}

/** Returns whether `test` accepts any record in the first `count` record slots below a node. */
function some(node: Node, shift: number, count: number, test: (record: object) => boolean): boolean {
  const each = 2 ** shift
  const end = Math.min(node.length - SLOTS, Math.ceil(count / each))
  for (let slot = 0; slot < end; slot += 1) {
    const child = node[SLOTS + slot]
    if (child === undefined) continue
    if (shift === 0) {
      if (test(child as object)) return true
    } else if (some(child as Node, shift - BITS, Math.min(count - slot * each, each), test)) return true
  }
  return false
}

/**
 * Returns the records from position `from` on, at most `count`. `size` is the number of the vector's records. Skips by leaf or, if no slot is
 * empty, without visiting the records before.
 */
export function vectorSlice(vector: Vector, size: number, from: number, count: number): object[] {
  const found: object[] = []
  const first = size === vector.length ? from : 0
  let position = first & ~MASK
  for (let ordinal = position; ordinal < vector.length && found.length < count; ordinal += WIDTH) {
    const leaf = leafOf(vector, ordinal)
    const end = SLOTS + Math.min(vector.length - ordinal, WIDTH)
    for (let slot = SLOTS; slot < end && found.length < count; slot += 1) {
      const record = leaf[slot] as object | undefined
      if (record === undefined) continue
      if (position >= from) found.push(record)
      position += 1
    }
  }
  return found
}

/** A slot in which two vectors hold different records. `undefined` stands for an empty slot. */
export interface SlotDifference<R extends object> {
  readonly ordinal: number
  readonly before: R | undefined
  readonly after: R | undefined
}

/** Returns the slots in which two vectors hold different objects, in order. Skips the nodes that the vectors share. */
export function vectorDifferences<R extends object>(before: Vector, after: Vector): SlotDifference<R>[] {
  const found: SlotDifference<R>[] = []
  const least = Math.min(before.length, after.length)
  const most = Math.max(before.length, after.length)
  const compare = (left: Node | undefined, right: Node | undefined, level: number, from: number): void => {
    const each = 2 ** level
    // Beyond the shorter vector's length, a shared node holds records of the longer vector only.
    if (from >= most || (left === right && (from + each * WIDTH <= least || before.length === after.length))) return
    for (let slot = 0; slot < WIDTH; slot += 1) {
      const ordinal = from + slot * each
      const one = ordinal < before.length ? left?.[SLOTS + slot] : undefined
      const other = ordinal < after.length ? right?.[SLOTS + slot] : undefined
      if (level > 0) compare(one as Node | undefined, other as Node | undefined, level - BITS, ordinal)
      else if (one !== other) found.push({ ordinal, before: one as R | undefined, after: other as R | undefined })
    }
  }
  const shift = Math.max(before.shift, after.shift)
  compare(raiseRoot(before, shift), raiseRoot(after, shift), shift, 0)
  return found
}

/** Returns the root that a vector would have in a tree with more levels. */
function raiseRoot({ root, shift }: Vector, wanted: number): Node {
  let node = root
  for (let level = shift; level < wanted; level += BITS) node = vectorNode([node])
  return node
}

/** Returns the digest of all records. Each node caches the digest of its subtree. */
export function vectorDigest(vector: Vector): Digest {
  return nodeDigest(vector.root, vector.shift, vector.length)
}

function nodeDigest(node: Node, shift: number, count: number): Digest {
  if (node[DIGEST]?.count === count) return node[DIGEST].sum
  const sum = emptyDigest()
  const each = 2 ** shift
  const end = Math.min(node.length - SLOTS, Math.ceil(count / each))
  for (let slot = 0; slot < end; slot += 1) {
    const child = node[SLOTS + slot]
    if (child === undefined) continue
    const below = Math.min(count - slot * each, each)
    addDigest(sum, shift > 0 ? nodeDigest(child as Node, shift - BITS, below) : recordDigest(child as object))
  }
  node[DIGEST] = { count, sum }
  return sum
}

/** Visits the leaves from last to first, each with its records in reverse order. */
export function vectorSummaries<S extends object>(
  vector: Vector,
  summarizing: Summarizing<object, S>,
  visit: (summary: S, records: () => object[]) => void,
): void {
  for (let from = (vector.length - 1) & ~MASK; from >= 0; from -= WIDTH) {
    const leaf = leafOf(vector, from)
    const count = Math.min(vector.length - from, WIDTH)
    const records = () => {
      const slots = leaf.slice(SLOTS, SLOTS + count).reverse()
      return slots.filter((record) => record !== undefined) as object[]
    }
    let known = leaf[SUMMARY]
    if (known?.count !== count || !summarizing.isCurrent(known.summary)) {
      known = { count, summary: summarizing.make(records()) }
      leaf[SUMMARY] = known
    }
    visit(known.summary as S, records)
  }
}

/** The keys of a subtree's records: keys in the list of a leaf, lists of children above. */
export type KeyList = readonly (string | KeyList)[]

/** Returns the keys of all records. Each node caches the list of its subtree. All calls for a vector must pass the same `keyOf`. */
export const vectorKeys = (vector: Vector, keyOf: (record: object) => string | undefined): KeyList =>
  nodeKeys(vector.root, vector.shift, vector.length, keyOf)

function nodeKeys(node: Node, shift: number, count: number, keyOf: (record: object) => string | undefined): KeyList {
  const known = node[SUMMARY]
  if (known?.count === count && Array.isArray(known.summary)) return known.summary
  const keys: (string | KeyList)[] = []
  const each = 2 ** shift
  const end = Math.min(node.length - SLOTS, Math.ceil(count / each))
  for (let slot = 0; slot < end; slot += 1) {
    const child = node[SLOTS + slot]
    if (child === undefined) continue
    if (shift === 0) {
      const key = keyOf(child as object)
      if (key !== undefined) keys.push(key)
    } else {
      const below = nodeKeys(child as Node, shift - BITS, Math.min(count - slot * each, each), keyOf)
      if (below.length > 0) keys.push(below)
    }
  }
  node[SUMMARY] = { count, summary: keys }
  return keys
}
