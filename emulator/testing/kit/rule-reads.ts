import { findDatastoreIn, type KitDatastore, type KitSchema } from "./schema.ts"
import type { KitRequest, Target } from "./targets.ts"

interface Search {
  reads: number
  hits: number
}

/** Records which datastores a rule reads, and which items the worlds held when it ran. */
export class RuleReads {
  readonly #schema: KitSchema
  /** Datastores that the rule has read, in the order of the first reads. */
  readonly #read = new Set<KitDatastore>()
  /** Pairs of datastores, as `APP/DS APP/DS`, that held items in the same world. Pairs of equal paths stand for one datastore. */
  readonly #together = new Set<string>()
  readonly #searches = new Map<string, Search>()

  constructor(schema: KitSchema) {
    this.#schema = schema
  }

  /** Records which datastores hold items. */
  async look(target: Target): Promise<void> {
    const { datastores } = this.#schema
    const items = await target.listItems(datastores.map(({ dId }) => dId))
    const paths = datastores.filter(({ dId }) => (items[dId] ?? []).length > 0).map(({ path }) => path)
    for (const one of paths) for (const other of paths) this.#together.add(`${one} ${other}`)
  }

  /** Returns a target that records the reads of a rule. */
  watch(target: Target): Target {
    return {
      ...target,
      call: async (request) => {
        const datastore = this.#datastoreOf(request)
        if (datastore !== undefined) this.#read.add(datastore)
        const answer = await target.call(request)
        if (datastore !== undefined) this.#count(datastore, request, answer.body)
        return answer
      },
      listItems: (dIds) => {
        for (const datastore of this.#schema.datastores) if (dIds.includes(datastore.dId)) this.#read.add(datastore)
        return target.listItems(dIds)
      },
    }
  }

  /** Records that the rule has read a datastore. */
  add(datastore: KitDatastore): void {
    this.#read.add(datastore)
  }

  hasHeld = ({ path }: KitDatastore): boolean => this.#together.has(`${path} ${path}`)

  /** Reasons why the rule was not really tested: datastores that it reads and that held no items, or none at the same time. */
  gaps(exceptions: readonly KitDatastore[]): readonly string[] {
    const read = [...this.#read].filter((datastore) => !exceptions.includes(datastore))
    const never = read.filter((datastore) => !this.hasHeld(datastore))
    const held = read.filter(this.hasHeld)
    const pairs = held.flatMap((one, at) => held.slice(at + 1).map((other) => [one, other] as const))
    const apart = pairs.filter(([one, other]) => !this.#together.has(`${one.path} ${other.path}`))
    return [
      ...never.map((datastore) => `${this.#nameOf(datastore)} never held an item`),
      ...apart.map(([one, other]) => `${this.#nameOf(one)} and ${this.#nameOf(other)} were never there together`),
    ]
  }

  /** Searches of the rule whose conditions never matched an item. */
  emptySearches(): readonly string[] {
    const empty = [...this.#searches].filter(([, { hits }]) => hits === 0)
    return empty.map(([search, { reads }]) => `${search} never returned an item in ${reads} reads`)
  }

  #count(datastore: KitDatastore, { operation, body }: KitRequest, answer: unknown): void {
    const conditions = (body as { readonly conditions?: unknown } | undefined)?.conditions
    if (!Array.isArray(conditions) || conditions.length === 0) return
    const fields = [...new Set(conditions.map((condition) => String(condition?.id ?? "?")))].join(", ")
    const key = `${operation} of ${datastore.path} with conditions on ${fields}`
    const search = this.#searches.get(key) ?? { reads: 0, hits: 0 }
    search.reads += 1
    const { items, totalItems } = (answer ?? {}) as { readonly items?: unknown; readonly totalItems?: unknown }
    if ((Array.isArray(items) && items.length > 0) || Number(totalItems ?? 0) > 0) search.hits += 1
    this.#searches.set(key, search)
  }

  #datastoreOf({ params = {} }: KitRequest): KitDatastore | undefined {
    return findDatastoreIn(this.#schema, params["app-id"], params["datastore-id"])
  }

  /** The display ID, or the path if other applications have a datastore with this display ID. */
  #nameOf({ displayId, path }: KitDatastore): string {
    return this.#schema.datastores.filter((one) => one.displayId === displayId).length > 1 ? path : displayId
  }
}
