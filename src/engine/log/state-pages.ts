import { type Page, type SnapshotPages, type Store, StoreTrouble } from "../../ports/index.ts"
import {
  type Node,
  type Scalars,
  type State,
  stateOfVectors,
  type TableName,
  VECTOR_BITS,
  type Vector,
  VectorPages,
  vectorFind,
  WeakValues,
  withKnownParts,
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

/** A page of a state that is being read. */
interface WantedPage {
  readonly id: string
  /** Level of the page: 0 for a page of records. */
  readonly shift: number
  /** Ordinal of the first record slot below the page, and number of slots. */
  readonly from: number
  readonly count: number
  node?: Node | undefined
  children?: (WantedPage | undefined)[]
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
  /** States by the IDs of their root pages. */
  readonly #states = new WeakValues<string, State>()
  /** The state that last used a node, directly below nodes of its own. */
  readonly #lastStates = new WeakMap<Node, WeakRef<State>>()

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
        this.#remember(state, root)
        for (const [, { vector }] of state.tables) this.#lastStates.set(vector.root, new WeakRef(state))
      },
    }
  }

  /**
   * Reads a state. Shares all that is equal with states in memory: records, nodes, and the indexes of the state that is most like it. If no
   * page of the state is in memory, that state is `like`.
   */
  async read(root: string, like?: State): Promise<State> {
    const same = this.#states.get(root)
    if (same !== undefined) return same
    const { scalars, tables } = JSON.parse(requirePage(await this.#bodies([root]), root)) as RootBody
    const wanted = tables.map(({ page, shift, length }): WantedPage => ({ id: page, shift, from: 0, count: length }))
    const leaves = await this.#innerPages(wanted)
    const base = this.#mostLike(wanted) ?? like
    await this.#leaves(
      tables.map(({ name }, at) => ({ known: base?.tables.get(name).vector, leaves: leaves[at] ?? [] })),
    )
    const vectors = tables.map(({ name, length, shift }, at) => {
      const vector = { root: this.#nodeOf(wanted[at] as WantedPage), shift, length }
      return [name, vector] as const
    })
    const state = stateOfVectors(vectors, Object.freeze(scalars), base)
    this.#remember(state, root)
    for (const page of wanted) this.#touch(page, new WeakRef(state))
    return state
  }

  /** Reads inner pages level by level, down to nodes in memory. Returns each table's leaves that are not in memory. */
  async #innerPages(tables: readonly WantedPage[]): Promise<WantedPage[][]> {
    const leaves = tables.map((): WantedPage[] => [])
    let level = tables.map((page, table) => ({ page, table }))
    while (level.length > 0) {
      const unknown = level.filter(({ page }) => {
        page.node = this.#vectors.nodeOf(page.id)
        return page.node === undefined
      })
      for (const { page, table } of unknown) if (page.shift === 0) leaves[table]?.push(page)
      const inner = unknown.filter(({ page }) => page.shift > 0)
      level = []
      await this.#chunks(
        inner.map(({ page }) => page.id),
        (body, at) => {
          const { page, table } = inner[at] as (typeof inner)[number]
          const each = 2 ** page.shift
          page.children = (JSON.parse(body) as (string | null)[]).map((id, slot) => {
            if (id === null) return undefined
            const count = Math.min(page.count - slot * each, each)
            return { id, shift: page.shift - VECTOR_BITS, from: page.from + slot * each, count }
          })
          for (const child of page.children) if (child !== undefined) level.push({ page: child, table })
        },
      )
    }
    return leaves
  }

  /** Reads leaves. Their records share all equal parts with the records in the same slots of the vector `known`, or with their neighbors. */
  async #leaves(
    tables: readonly { readonly known: Vector | undefined; readonly leaves: readonly WantedPage[] }[],
  ): Promise<void> {
    const wanted = tables.flatMap(({ known, leaves }) => leaves.map((page) => ({ known, page })))
    let last: object | undefined
    await this.#chunks(
      wanted.map(({ page }) => page.id),
      (body, at) => {
        const { known, page } = wanted[at] as (typeof wanted)[number]
        const records = slotsOf(body).map((record, slot) => {
          if (record === null) return undefined
          // Neighbors often have the same dates, users and keys, which the records that were written share.
          const like = (known && vectorFind(known, page.from + slot)) ?? last
          last = Object.freeze(withKnownParts(record, like)) as object
          return last
        })
        page.node = this.#vectors.node(page.id, records, page.count)
      },
    )
  }

  #nodeOf(page: WantedPage): Node {
    const { id, count, children = [] } = page
    page.node ??= this.#vectors.node(
      id,
      children.map((child) => child && this.#nodeOf(child)),
      count,
    )
    return page.node
  }

  /** Returns the state in memory that shares most records with the pages that are already in memory. */
  #mostLike(wanted: readonly WantedPage[]): State | undefined {
    const shared = new Map<State, number>()
    const count = (page: WantedPage): void => {
      if (page.node === undefined) for (const child of page.children ?? []) child && count(child)
      else {
        const state = this.#lastStates.get(page.node)?.deref()
        if (state !== undefined) shared.set(state, (shared.get(state) ?? 0) + page.count)
      }
    }
    for (const page of wanted) count(page)
    let most: State | undefined
    for (const [state, records] of shared) if (records > (shared.get(most as State) ?? 0)) most = state
    return most
  }

  /** Remembers that a state contains these pages' nodes. */
  #touch(page: WantedPage, state: WeakRef<State>): void {
    this.#lastStates.set(this.#nodeOf(page), state)
    for (const child of page.children ?? []) if (child !== undefined) this.#touch(child, state)
  }

  #remember(state: State, root: string): void {
    this.#roots.set(state, root)
    this.#states.set(root, state)
  }

  /** Reads pages in chunks and passes the body of each to `take`. Fetches the next chunk while the current one is processed. */
  async #chunks(ids: readonly string[], take: (body: string, at: number) => void): Promise<void> {
    let next = this.#bodies(ids.slice(0, CHUNK))
    for (let from = 0; from < ids.length; from += CHUNK) {
      const bodies = await next
      if (from + CHUNK < ids.length) next = this.#bodies(ids.slice(from + CHUNK, from + 2 * CHUNK))
      next.catch(() => {})
      for (const [at, id] of ids.slice(from, from + CHUNK).entries()) take(requirePage(bodies, id), from + at)
    }
  }

  async #bodies(ids: readonly string[]): Promise<Map<string, string>> {
    const pages = ids.length === 0 ? [] : await this.#store.pages([...new Set(ids)])
    return new Map(pages.map(({ id, body }) => [id, body]))
  }
}

function requirePage(bodies: ReadonlyMap<string, string>, id: string): string {
  const body = bodies.get(id)
  if (body === undefined) throw new StoreTrouble("other", `the store is damaged: the page ${id} is missing`)
  return body
}

/** Parses a page into its slots: records or page IDs, or null for an empty slot. */
export const slotsOf = (body: string): (object | string | null)[] => JSON.parse(body) as (object | string | null)[]
