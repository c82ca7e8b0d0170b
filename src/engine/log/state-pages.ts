import { type Page, type SnapshotPages, type Store, StoreTrouble } from "../../ports/index.ts"
import {
  keyOf,
  type Node,
  type Scalars,
  type State,
  stateOver,
  Table,
  type TableName,
  TableSet,
  VECTOR_BITS,
  type Vector,
  VectorPages,
} from "../../state/index.ts"

export interface RootBody {
  readonly scalars: Scalars
  /** The state's tables in creation order. */
  readonly tables: readonly {
    readonly name: TableName
    /** Number of the table's record slots, including empty slots. */
    readonly length: number
    readonly shift: number
    readonly page: string
  }[]
}

interface WantedPage {
  readonly id: string
  readonly count: number
}

const CHUNK = 256

/** A snapshot's pages. `stored` must be called after the store has saved the pages. */
export interface StatePages {
  readonly snapshotPages: SnapshotPages
  readonly stored: () => void
}

/** Converts states to stored pages and back. Remembers the stored page of each node, because states share nodes. */
export class PagesOfStates {
  readonly #store: Store
  readonly #vectors = new VectorPages()
  /** IDs of the root pages of stored states. */
  #roots = new WeakMap<State, string>()

  constructor(store: Store) {
    this.#store = store
  }

  /** Forgets which pages are stored, so that the next write includes all pages. */
  forget(): void {
    this.#vectors.forget()
    this.#roots = new WeakMap()
  }

  rootOf(state: State): string | undefined {
    return this.#roots.get(state)
  }

  /** Returns a state's pages that are not stored yet. Stores most of them in advance if they are many, to keep each store call short. */
  async write(state: State): Promise<StatePages> {
    const known = this.#roots.get(state)
    if (known !== undefined) return { snapshotPages: { root: known, pages: [], references: [known] }, stored: () => {} }
    const idOf = (body: string) => this.#store.pageId(body)
    const references = new Set<string>()
    const writtenIds = new Set<string>()
    let pages: Page[] = []
    let whenStored: (() => void)[] = []
    const tables: RootBody["tables"][number][] = []
    for (const [name, { vector }] of state.tables) {
      const unstored = this.#vectors.unstored(vector, idOf)
      let step = unstored.next()
      if (step.done) references.add(step.value)
      for (; !step.done; step = unstored.next()) {
        const { id, body, stored } = step.value
        for (const reference of step.value.references) references.add(reference)
        pages.push({ id, body })
        whenStored.push(stored)
        if (pages.length < CHUNK) continue
        await this.#store.putPages(pages)
        for (const page of pages) writtenIds.add(page.id)
        for (const stored of whenStored) stored()
        ;[pages, whenStored] = [[], []]
      }
      tables.push({ name, length: vector.length, shift: vector.shift, page: step.value })
    }
    const body = JSON.stringify({ scalars: state.scalars, tables } satisfies RootBody)
    const root = idOf(body)
    pages.push({ id: root, body })
    for (const id of writtenIds) references.add(id)
    return {
      snapshotPages: { root, pages, references: [...references] },
      stored: () => {
        for (const stored of whenStored) stored()
        this.#roots.set(state, root)
      },
    }
  }

  /** Reads a state. Does not read nodes again that the state shares with `like`. */
  async read(root: string, like?: State): Promise<State> {
    if (like !== undefined && this.#roots.get(like) === root) return like
    const { scalars, tables } = JSON.parse(await this.#one(root)) as RootBody
    const owner = {}
    const shared = like === undefined ? new Map<string, Node>() : this.#nodesOf(like)
    let set = TableSet.empty()
    let areAllSame = like !== undefined
    for (const { name, length, shift, page } of tables) {
      const same = like?.tables.get(name)
      const isSame = same !== undefined && same.vector.length === length && this.#vectors.idOf(same.vector) === page
      areAllSame &&= isSame
      const table = isSame
        ? same
        : Table.stored(await this.#vector(page, shift, length, shared), (record) => keyOf(name, record as never))
      set = set.put(name, table as Table<never>, owner)
    }
    const state =
      like !== undefined && areAllSame && like.tables.keys().length === tables.length
        ? { ...like, scalars: Object.freeze(scalars) }
        : stateOver(set, Object.freeze(scalars))
    this.#roots.set(state, root)
    return state
  }

  async #vector(page: string, shift: number, length: number, shared: Map<string, Node>): Promise<Vector> {
    return { root: (await this.#nodes([{ id: page, count: length }], shift, shared))[0] as Node, shift, length }
  }

  async #nodes(wanted: readonly WantedPage[], shift: number, shared: Map<string, Node>): Promise<Node[]> {
    const nodes: (Node | undefined)[] = []
    const inner: { readonly at: number; readonly page: WantedPage; readonly slots: readonly (string | null)[] }[] = []
    let next = this.#bodies(wanted.slice(0, CHUNK), shared)
    for (let from = 0; from < wanted.length; from += CHUNK) {
      const bodies = await next
      // The next chunk is fetched while the current chunk is processed.
      if (from + CHUNK < wanted.length) next = this.#bodies(wanted.slice(from + CHUNK, from + 2 * CHUNK), shared)
      next.catch(() => {})
      for (const page of wanted.slice(from, from + CHUNK)) {
        let node = shared.get(page.id)
        if (node === undefined) {
          const slots = JSON.parse(requirePage(bodies, page.id)) as unknown[]
          if (shift > 0) inner.push({ at: nodes.length, page, slots: slots as (string | null)[] })
          else node = this.#vectors.node(page.id, records(slots), page.count)
        }
        nodes.push(node)
      }
    }
    const each = 2 ** shift
    const below = await this.#below(
      inner.flatMap(({ page, slots }) =>
        slots.flatMap((id, slot) => (id === null ? [] : [{ id, count: Math.min(page.count - slot * each, each) }])),
      ),
      shift - VECTOR_BITS,
      shared,
    )
    let taken = 0
    for (const { at, page, slots } of inner) {
      const children = slots.map((id) => (id === null ? undefined : below[taken++]))
      nodes[at] = this.#vectors.node(page.id, children, page.count)
    }
    return nodes as Node[]
  }

  async #below(wanted: readonly WantedPage[], shift: number, shared: Map<string, Node>): Promise<Node[]> {
    return wanted.length === 0 ? [] : this.#nodes(wanted, shift, shared)
  }

  async #bodies(
    wanted: readonly Pick<WantedPage, "id">[],
    shared: ReadonlyMap<string, Node>,
  ): Promise<Map<string, string>> {
    const ids = [...new Set(wanted.map(({ id }) => id))].filter((id) => !shared.has(id))
    const pages = ids.length === 0 ? [] : await this.#store.pages(ids)
    return new Map(pages.map(({ id, body }) => [id, body]))
  }

  async #one(id: string): Promise<string> {
    return requirePage(await this.#bodies([{ id }], new Map()), id)
  }

  #nodesOf({ tables }: State): Map<string, Node> {
    const nodes = new Map<string, Node>()
    for (const [, { vector }] of tables) this.#vectors.visit(vector, (id, node) => nodes.set(id, node))
    return nodes
  }
}

function requirePage(bodies: ReadonlyMap<string, string>, id: string): string {
  const body = bodies.get(id)
  if (body === undefined) throw new StoreTrouble("other", `the store is damaged: the page ${id} is missing`)
  return body
}

/** Parses a page into its slots: records or page IDs, or null for an empty slot. */
export const slotsOf = (body: string): (object | string | null)[] => JSON.parse(body) as (object | string | null)[]

function records(slots: unknown[]): unknown[] {
  for (let slot = 0; slot < slots.length; slot += 1) {
    const record = slots[slot]
    slots[slot] = record === null ? undefined : Object.freeze(record)
  }
  return slots
}
