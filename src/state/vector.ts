import { addDigest, type Digest, emptyDigest, recordDigest } from "./digest.ts"

const BITS = 5
const WIDTH = 1 << BITS
const MASK = WIDTH - 1

/**
 * A node of the radix vector. It may be changed in place by the writer that owns it, and by nobody once that
 * writer is done; everybody else copies it first.
 */
interface Node {
  readonly owner: object
  readonly slots: unknown[]
  digest: Digest | null
}

/**
 * A persistent vector of records: 32-way, 2 to 4 levels deep. A write copies the path to its slot unless the
 * writer owns it already; an empty slot is a hole left by a delete.
 */
export interface Vector {
  readonly root: Node
  readonly shift: number
  readonly length: number
}

const NOBODY = Object.freeze({})
const makeNode = (owner: object, slots: unknown[]): Node => ({ owner, slots, digest: null })

export const emptyVector = (): Vector => ({ root: makeNode(NOBODY, []), shift: 0, length: 0 })

export function vectorGet(vector: Vector, ordinal: number): object | undefined {
  let node = vector.root
  for (let shift = vector.shift; shift > 0; shift -= BITS) node = node.slots[(ordinal >>> shift) & MASK] as Node
  return node.slots[ordinal & MASK] as object | undefined
}

const owned = (node: Node, owner: object): Node => {
  if (node.owner !== owner) return makeNode(owner, node.slots.slice())
  node.digest = null
  return node
}

/** The vector with `record` (or a hole) at `ordinal`, which is at most its length. */
export function vectorSet(vector: Vector, ordinal: number, record: object | undefined, owner: object): Vector {
  let { root, shift } = vector
  if (ordinal === WIDTH << shift) {
    root = makeNode(owner, [root])
    shift += BITS
  } else {
    root = owned(root, owner)
  }
  let node = root
  for (let level = shift; level > 0; level -= BITS) {
    const slot = (ordinal >>> level) & MASK
    const child = node.slots[slot] as Node | undefined
    const next = child === undefined ? makeNode(owner, []) : owned(child, owner)
    node.slots[slot] = next
    node = next
  }
  node.slots[ordinal & MASK] = record
  return { root, shift, length: ordinal === vector.length ? vector.length + 1 : vector.length }
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
  return nodeDigest(vector.root, vector.shift)
}

function nodeDigest(node: Node, shift: number): Digest {
  if (node.digest !== null) return node.digest
  const sum = emptyDigest()
  for (const child of node.slots) {
    if (child !== undefined) {
      addDigest(sum, shift > 0 ? nodeDigest(child as Node, shift - BITS) : recordDigest(child as object))
    }
  }
  node.digest = sum
  return sum
}
