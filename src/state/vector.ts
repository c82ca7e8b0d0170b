import { addDigest, type Digest, emptyDigest, recordDigest } from "./digest.ts"

const BITS = 5
const WIDTH = 1 << BITS
const MASK = WIDTH - 1

/**
 * A node of the radix vector. It may be changed in place by the writer that owns it, and by nobody once that writer is done;
 * everybody else copies it first. Only a free slot at the end of a leaf may be filled by anybody: who sees the leaf without it
 * looks no further than his length. A class, because V8 comes to make literals of long-lived kinds old at once: dead old nodes
 * would keep the young ones below them through every minor collection.
 */
class Node {
  readonly owner: object
  readonly slots: unknown[]
  digest: CountedDigest | null = null

  constructor(owner: object, slots: unknown[]) {
    this.owner = owner
    this.slots = slots
  }
}

interface CountedDigest {
  /** How many of the slots below the node are in it. */
  readonly count: number
  readonly sum: Digest
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

export const emptyVector = (): Vector => ({ root: new Node(NOBODY, []), shift: 0, length: 0 })

function leafOf({ root, shift }: Vector, ordinal: number): Node {
  let node = root
  for (let level = shift; level > 0; level -= BITS) node = node.slots[(ordinal >>> level) & MASK] as Node
  return node
}

export const vectorGet = (vector: Vector, ordinal: number): object | undefined =>
  leafOf(vector, ordinal).slots[ordinal & MASK] as object | undefined

/** The vector with `record` after its last. */
export function vectorAppend(vector: Vector, record: object, owner: object): Vector {
  const { root, shift, length } = vector
  const slot = length & MASK
  const leaf = slot === 0 ? undefined : leafOf(vector, length)
  // When the slot is taken, another version that shares the leaf has gone on from here before.
  if (leaf?.slots.length !== slot) return vectorSet(vector, length, record, owner)
  leaf.slots.push(record)
  return { root, shift, length: length + 1 }
}

/** A node to write to; what is copied ends where the writer's version does. */
const owned = (node: Node, owner: object, end = WIDTH): Node => {
  if (node.owner !== owner) return new Node(owner, node.slots.slice(0, end))
  node.digest = null
  return node
}

/** The vector with `record` (or a hole) at `ordinal`, which is at most its length. */
export function vectorSet(vector: Vector, ordinal: number, record: object | undefined, owner: object): Vector {
  const { length } = vector
  let { root, shift } = vector
  if (ordinal === WIDTH << shift) {
    root = new Node(owner, [root])
    shift += BITS
  } else {
    root = owned(root, owner, length)
  }
  let node = root
  for (let level = shift; level > 0; level -= BITS) {
    const slot = (ordinal >>> level) & MASK
    const child = node.slots[slot] as Node | undefined
    const end = level === BITS ? length - (ordinal & ~MASK) : WIDTH
    const next = child === undefined ? new Node(owner, []) : owned(child, owner, end)
    node.slots[slot] = next
    node = next
  }
  node.slots[ordinal & MASK] = record
  return { root, shift, length: ordinal === length ? length + 1 : length }
}

/** Whether a record passes the test, asked in slot order until one does. */
export function vectorSome(vector: Vector, test: (record: object) => boolean): boolean {
  return some(vector.root, vector.shift, vector.length, test)
}

/** Looks at the first `count` slots below a node. */
function some(node: Node, shift: number, count: number, test: (record: object) => boolean): boolean {
  const { slots } = node
  const end = Math.min(slots.length, Math.ceil(count / 2 ** shift))
  for (let slot = 0; slot < end; slot += 1) {
    const child = slots[slot]
    if (child === undefined) continue
    if (shift === 0) {
      if (test(child as object)) return true
    } else {
      const below = Math.min(count - slot * 2 ** shift, 2 ** shift)
      if (some(child as Node, shift - BITS, below, test)) return true
    }
  }
  return false
}

/** The digest of all records; remembered per node, so after a write only the written path is digested anew. */
export function vectorDigest(vector: Vector): Digest {
  return nodeDigest(vector.root, vector.shift, vector.length)
}

/** Of the records in the first `count` slots below a node. */
function nodeDigest(node: Node, shift: number, count: number): Digest {
  if (node.digest?.count === count) return node.digest.sum
  const sum = emptyDigest()
  const each = 2 ** shift
  for (let slot = 0; slot < node.slots.length && slot * each < count; slot += 1) {
    const child = node.slots[slot]
    if (child === undefined) continue
    const below = Math.min(count - slot * each, each)
    addDigest(sum, shift > 0 ? nodeDigest(child as Node, shift - BITS, below) : recordDigest(child as object))
  }
  node.digest = { count, sum }
  return sum
}
