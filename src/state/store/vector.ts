import { addDigest, type Digest, emptyDigest, recordDigest } from "./digest.ts"

const BITS = 5
/** By how many bits of an ordinal one level leads to the next. */
export const VECTOR_BITS = BITS
const WIDTH = 1 << BITS
const MASK = WIDTH - 1

/**
 * A node of the radix vector: who owns it, the digest of what is below it, what else is known of its records, then its
 * slots; all in one array, because reading
 * hops from array to array and each hop may miss the processor's cache. The writer that owns a node may change it in place
 * until it is done; everybody else copies it first. A free slot at the end of a leaf may be filled by anybody: a version
 * that sees the leaf without it looks no further than its own length.
 */
export type Node = [owner: object, digest: CountedDigest | null, summary: CountedSummary | null, ...slots: unknown[]]

const OWNER = 0
const DIGEST = 1
const SUMMARY = 2
/** Where the slots of a node begin. */
export const SLOTS = 3

interface CountedDigest {
  /** How many of the slots for records below the node are in it. */
  readonly count: number
  readonly sum: Digest
}

/** What is made of the records of a leaf, and remembered until one of them is written. */
export interface Summarizing<R extends object, S extends object> {
  make(records: readonly R[]): S
  /** Whether something that was remembered is what `make` would make now. */
  isCurrent(summary: object): summary is S
}

interface CountedSummary {
  /** How many of the leaf's slots are in it. */
  readonly count: number
  readonly summary: object
}

/**
 * A persistent vector of records: 32-way, 2 to 4 levels deep. An append goes in place while the last leaf has room; any other
 * write copies the path to its slot unless the writer owns it already. An empty slot is a hole left by a delete.
 */
export interface Vector {
  readonly root: Node
  readonly shift: number
  readonly length: number
}

const NOBODY = Object.freeze({})

export const emptyVector = (): Vector => ({ root: [NOBODY, null, null], shift: 0, length: 0 })

/** A node that nobody may write in place. `slots`: records, or the nodes below. */
export const vectorNode = (slots: readonly unknown[]): Node => [NOBODY, null, null, ...slots]

/** Where a node of the level keeps what leads to the ordinal. */
const slotAt = (ordinal: number, level: number): number => SLOTS + ((ordinal >>> level) & MASK)

function leafOf({ root, shift }: Vector, ordinal: number): Node {
  let node = root
  for (let level = shift; level > 0; level -= BITS) node = node[slotAt(ordinal, level)] as Node
  return node
}

export const vectorGet = (vector: Vector, ordinal: number): object | undefined =>
  leafOf(vector, ordinal)[slotAt(ordinal, 0)] as object | undefined

/** The vector with `record` after its last. */
export function vectorAppend(vector: Vector, record: object, owner: object): Vector {
  const { root, shift, length } = vector
  const slot = slotAt(length, 0)
  const leaf = slot === SLOTS ? undefined : leafOf(vector, length)
  // If the slot is taken, another version that shares the leaf has already appended from here.
  if (leaf?.length !== slot) return vectorSet(vector, length, record, owner)
  leaf.push(record)
  return { root, shift, length: length + 1 }
}

/** A node to write to; what is copied ends before slot `end`, where the writer's version does. */
function owned(node: Node, owner: object, end = WIDTH): Node {
  const own = node[OWNER] === owner ? node : (node.slice(0, SLOTS + end) as Node)
  own[OWNER] = owner
  own[DIGEST] = null
  own[SUMMARY] = null
  return own
}

/** The vector with `record` (or a hole) at `ordinal`, which is at most its length. */
export function vectorSet(vector: Vector, ordinal: number, record: object | undefined, owner: object): Vector {
  const { length } = vector
  let { root, shift } = vector
  if (ordinal === WIDTH << shift) {
    root = [owner, null, null, root]
    shift += BITS
  } else {
    root = owned(root, owner, length)
  }
  let node = root
  for (let level = shift; level > 0; level -= BITS) {
    const slot = slotAt(ordinal, level)
    const child = node[slot] as Node | undefined
    const end = level === BITS ? length - (ordinal & ~MASK) : WIDTH
    const next: Node = child === undefined ? [owner, null, null] : owned(child, owner, end)
    node[slot] = next
    node = next
  }
  node[slotAt(ordinal, 0)] = record
  return { root, shift, length: ordinal === length ? length + 1 : length }
}

/** Whether a record passes the test, asked in slot order until one does. */
export function vectorSome(vector: Vector, test: (record: object) => boolean): boolean {
  return some(vector.root, vector.shift, vector.length, test)
}

/** Looks at the first `count` slots for records below a node. */
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

/** The digest of all records; remembered per node, so after a write only the written path is digested anew. */
export function vectorDigest(vector: Vector): Digest {
  return nodeDigest(vector.root, vector.shift, vector.length)
}

/** Of the records in the first `count` slots below a node. */
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

/** Visits the leaves, the last one first, each with its summary and a function for its records, the last one first too. */
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
