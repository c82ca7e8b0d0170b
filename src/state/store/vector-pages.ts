import { type Node, SLOTS, VECTOR_BITS, type Vector, vectorNode } from "./vector.ts"
import { WeakValues } from "./weak-values.ts"

/** A vector node as a JSON page: up to 32 records, or the IDs of up to 32 child pages. An empty slot is null. */
export interface NodePage {
  readonly id: string
  readonly body: string
  /** IDs of already stored pages to which this page refers. */
  readonly references: readonly string[]
  /** Must be called after the store has saved the page, so that the page is not written again. */
  readonly stored: () => void
}

interface StoredNode {
  /** Number of record slots in the page and its descendants. */
  readonly count: number
  readonly id: string
}

/** Remembers which vector nodes are stored as pages, so that storing a new version writes only changed nodes. Uses weak references. */
export class VectorPages {
  #ids = new WeakMap<Node, StoredNode>()
  /** Nodes by page ID. An ID stands for the page's content, so the entries stay true whatever the store contains. */
  readonly #nodes = new WeakValues<string, Node>()

  /** Forgets which pages are stored, so that all pages count as not stored. */
  forget(): void {
    this.#ids = new WeakMap()
  }

  /** Yields the pages that are not stored yet, children before parents. Returns the ID of the root page. */
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
    yield { id, body, references, stored: () => this.#remember(node, count, id) }
    return id
  }

  #remember(node: Node, count: number, id: string): void {
    this.#ids.set(node, { count, id })
    this.#nodes.set(id, node)
  }

  /** Returns the node of a page, if it is in memory. */
  nodeOf(id: string): Node | undefined {
    return this.#nodes.get(id)
  }

  /** Makes the node of a stored page. `slots` contains records or child nodes, and undefined for empty slots. */
  node(id: string, slots: readonly unknown[], count: number): Node {
    const node = vectorNode(slots)
    this.#remember(node, count, id)
    return node
  }

  idOf({ root, length }: Vector): string | undefined {
    const known = this.#ids.get(root)
    return known?.count === length ? known.id : undefined
  }
}
