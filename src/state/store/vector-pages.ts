import { type Node, SLOTS, VECTOR_BITS, type Vector, vectorNode } from "./vector.ts"

/** A node of a vector as JSON: up to 32 records, or the IDs of up to 32 pages; null where there is nothing. */
export interface NodePage {
  readonly id: string
  readonly body: string
  /** Pages that were stored before and that it names. */
  readonly references: readonly string[]
  /** To be called once it is stored. */
  readonly stored: () => void
}

interface StoredNode {
  /** How many of the slots for records below the node are in the page. */
  readonly count: number
  readonly id: string
}

/**
 * Which nodes of vectors are stored as which pages. Nodes are held weakly. Since versions share all but the written paths, the pages of a
 * new version are few, whatever its size.
 */
export class VectorPages {
  #ids = new WeakMap<Node, StoredNode>()

  /** Forgets what is stored. */
  forget(): void {
    this.#ids = new WeakMap()
  }

  /** The pages that are not stored yet, those below before those that name them; answers the ID of the topmost. */
  *unstored({ root, shift, length }: Vector, idOf: (body: string) => string): Generator<NodePage, string> {
    return yield* this.#unstored(root, shift, length, idOf)
  }

  *#unstored(node: Node, shift: number, count: number, idOf: (body: string) => string): Generator<NodePage, string> {
    const known = this.#ids.get(node)
    if (known?.count === count) return known.id
    let body: string
    const references: string[] = []
    if (shift === 0) body = JSON.stringify(node.slice(SLOTS, SLOTS + count))
    else {
      const each = 2 ** shift
      const end = Math.min(node.length - SLOTS, Math.ceil(count / each))
      const children: (string | null)[] = []
      for (let slot = 0; slot < end; slot += 1) {
        const child = node[SLOTS + slot] as Node | undefined
        if (child === undefined) {
          children.push(null)
          continue
        }
        const below = Math.min(count - slot * each, each)
        const stored = this.#ids.get(child)
        if (stored?.count === below) references.push(stored.id)
        children.push(yield* this.#unstored(child, shift - VECTOR_BITS, below, idOf))
      }
      body = JSON.stringify(children)
    }
    const id = idOf(body)
    yield { id, body, references, stored: () => void this.#ids.set(node, { count, id }) }
    return id
  }

  /** A node that a page says, now known to be stored. `slots`: its records or nodes; undefined where there is nothing. */
  node(id: string, slots: readonly unknown[], count: number): Node {
    const node = vectorNode(slots)
    this.#ids.set(node, { count, id })
    return node
  }

  /** The page of a vector as a whole, if it is stored. */
  idOf({ root, length }: Vector): string | undefined {
    const known = this.#ids.get(root)
    return known?.count === length ? known.id : undefined
  }

  /** Calls back with every stored node of a vector. */
  visit({ root, shift, length }: Vector, found: (id: string, node: Node, count: number) => void): void {
    const visit = (node: Node, level: number, count: number): void => {
      const known = this.#ids.get(node)
      if (known?.count === count) found(known.id, node, count)
      if (level === 0) return
      const each = 2 ** level
      const end = Math.min(node.length - SLOTS, Math.ceil(count / each))
      for (let slot = 0; slot < end; slot += 1) {
        const child = node[SLOTS + slot] as Node | undefined
        if (child !== undefined) visit(child, level - VECTOR_BITS, Math.min(count - slot * each, each))
      }
    }
    visit(root, shift, length)
  }
}
