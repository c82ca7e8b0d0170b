import type { Page, Rooted, Store } from "../../ports/store.ts"
import { StoreTrouble } from "../../ports/store-trouble.ts"
import { stateOver } from "../../state/build-state.ts"
import type { Scalars } from "../../state/scalars.ts"
import type { State } from "../../state/state.ts"
import { TableSet } from "../../state/table-set.ts"
import { keyOf, type TableName } from "../../state/tables.ts"
import { Table } from "../../state/store/table.ts"
import { type Node, VECTOR_BITS, type Vector } from "../../state/store/vector.ts"
import { VectorPages } from "../../state/store/vector-pages.ts"

/** What the root page of a state says, as JSON. */
export interface RootBody {
  readonly scalars: Scalars
  /** In the order in which they came. */
  readonly tables: readonly {
    readonly name: TableName
    /** Positions of records, holes among them. */
    readonly length: number
    readonly shift: number
    readonly page: string
  }[]
}

/** A page to be read, and how many positions of the table lie below it. */
interface WantedPage {
  readonly id: string
  readonly count: number
}

/** How many pages are made or read in one go. */
const CHUNK = 256

/** A snapshot that is ready to be led to; `stored` is to be called once it is. */
export interface StatePages {
  readonly rooted: Rooted
  readonly stored: () => void
}

/** States as pages of a store, and back. What was stored or loaded is known by the nodes of its vectors, which states share. */
export class PagesOfStates {
  readonly #store: Store
  readonly #vectors = new VectorPages()
  /** Where the pages of vectors are known by objects that states share, so are those of states. */
  #roots = new WeakMap<State, string>()

  constructor(store: Store) {
    this.#store = store
  }

  /** Forgets what is stored, so that everything is written again. */
  forget(): void {
    this.#vectors.forget()
    this.#roots = new WeakMap()
  }

  /** The root of a state that was stored or loaded. */
  rootOf(state: State): string | undefined {
    return this.#roots.get(state)
  }

  /** The pages of a state that are not stored yet. Many are written ahead, so that none of the calls takes long. */
  async write(state: State): Promise<StatePages> {
    const known = this.#roots.get(state)
    if (known !== undefined) return { rooted: { root: known, pages: [], references: [known] }, stored: () => {} }
    const idOf = (body: string) => this.#store.pageId(body)
    const references = new Set<string>()
    const written = new Set<string>()
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
        for (const page of pages) written.add(page.id)
        for (const stored of whenStored) stored()
        ;[pages, whenStored] = [[], []]
      }
      tables.push({ name, length: vector.length, shift: vector.shift, page: step.value })
    }
    const body = JSON.stringify({ scalars: state.scalars, tables } satisfies RootBody)
    const root = idOf(body)
    pages.push({ id: root, body })
    for (const id of written) references.add(id)
    return {
      rooted: { root, pages, references: [...references] },
      stored: () => {
        for (const stored of whenStored) stored()
        this.#roots.set(state, root)
      },
    }
  }

  /** The state that a root leads to. What it shares with `like` is not read again. */
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

  /** The nodes of pages of one level, in their order. */
  async #nodes(wanted: readonly WantedPage[], shift: number, shared: Map<string, Node>): Promise<Node[]> {
    const nodes: (Node | undefined)[] = []
    const inner: { readonly at: number; readonly page: WantedPage; readonly slots: readonly (string | null)[] }[] = []
    let next = this.#bodies(wanted.slice(0, CHUNK), shared)
    for (let from = 0; from < wanted.length; from += CHUNK) {
      const bodies = await next
      // The next ones are fetched while these are read.
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

/** What stands in a page: records, or the IDs of pages; null where there is nothing. */
export const slotsOf = (body: string): (object | string | null)[] => JSON.parse(body) as (object | string | null)[]

/** Records as they stand in a leaf. */
function records(slots: unknown[]): unknown[] {
  for (let slot = 0; slot < slots.length; slot += 1) {
    const record = slots[slot]
    slots[slot] = record === null ? undefined : Object.freeze(record)
  }
  return slots
}
