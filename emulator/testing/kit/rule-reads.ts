import { ITEM_LIST, ITEM_READS } from "./item-reads.ts"
import type { KitDatastore, KitSchema } from "./schema.ts"
import type { Target } from "./targets.ts"

interface Search {
  reads: number
  hits: number
}

/** A reason why a rule was not really tested. */
export interface Gap {
  readonly reason: string
  /** The datastore, as `APP/DS`, that `mayBeEmpty` would except. */
  readonly path: string
}

interface Read {
  readonly operation: string
  readonly user: string
  readonly datastore: KitDatastore
  /** The body of the request or the input of the call. */
  readonly input: unknown
}

/** Records which datastores a rule reads, and which items the worlds held when the rule ran. */
export class RuleReads {
  readonly #schema: KitSchema
  /** Datastores that the rule has read, in the order of the first reads. */
  readonly #read = new Set<KitDatastore>()
  /** Datastores that held items at the last look. */
  #held: readonly KitDatastore[] = []
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
    this.#held = datastores.filter(({ dId }) => (items[dId] ?? []).length > 0)
    for (const one of this.#held) for (const other of this.#held) this.#together.add(`${one.path} ${other.path}`)
  }

  /** Returns a target that records the reads of a rule. */
  watch(target: Target): Target {
    return {
      ...target,
      call: async (request) => {
        const answer = await target.call(request)
        const { operation, user, params = {}, body: input } = request
        const datastore = this.#add(operation, params["app-id"], params["datastore-id"])
        this.#add(operation, params["app-id"], params["linked-datastore-id"])
        if (datastore !== undefined) this.#count({ operation, user, datastore, input }, answer.body)
        return answer
      },
      as: (user) =>
        new Proxy(target.as(user), {
          get: (acting, operation) => {
            const run: unknown = Reflect.get(acting, operation)
            if (typeof run !== "function" || typeof operation !== "string" || !ITEM_READS.has(operation)) return run
            return async (input: Readonly<Record<string, unknown>> = {}) => {
              const datastore = this.#add(operation, input.application, input.datastore)
              this.#add(operation, input.application, input.linkedDatastore)
              const answer: unknown = await run(input)
              if (datastore !== undefined) this.#count({ operation, user, datastore, input }, answer)
              return answer
            }
          },
        }),
      listItems: (dIds) => {
        for (const datastore of this.#schema.datastores) if (dIds.includes(datastore.dId)) this.#read.add(datastore)
        return target.listItems(dIds)
      },
    }
  }

  hasHeld = ({ path }: KitDatastore): boolean => this.#together.has(`${path} ${path}`)

  /** Reasons why the rule was not really tested: datastores that it reads and that held no items, or none at the same time. */
  gaps(exceptions: readonly KitDatastore[]): readonly Gap[] {
    const read = [...this.#read].filter((datastore) => !exceptions.includes(datastore))
    const never = read.filter((datastore) => !this.hasHeld(datastore))
    const held = read.filter(this.hasHeld)
    const pairs = held.flatMap((one, at) => held.slice(at + 1).map((other) => [one, other] as const))
    const apart = pairs.filter(([one, other]) => !this.#together.has(`${one.path} ${other.path}`))
    return [
      ...never.map((one) => ({ reason: `${this.#nameOf(one)} never held an item`, path: one.path })),
      ...apart.map(([one, other]) => ({
        reason: `${this.#nameOf(one)} and ${this.#nameOf(other)} were never there together`,
        path: other.path,
      })),
    ]
  }

  /** Searches of the rule that never returned an item, although the datastore held some. */
  emptySearches(): readonly string[] {
    const empty = [...this.#searches].filter(([, { hits }]) => hits === 0)
    return empty.map(([search, { reads }]) => `${search} never returned an item in ${reads} reads`)
  }

  #add(operation: string, application: unknown, reference: unknown): KitDatastore | undefined {
    const datastore = ITEM_READS.has(operation) ? findDatastoreIn(this.#schema, application, reference) : undefined
    if (datastore !== undefined) this.#read.add(datastore)
    return datastore
  }

  /** Counts a search of a datastore that holds items. */
  #count({ operation, user, datastore, input }: Read, answer: unknown): void {
    if (operation !== ITEM_LIST || !this.#held.includes(datastore)) return
    const fields = [...new Set(searchedIn((input as Conditions | undefined)?.conditions))].join(", ")
    const key = `${ITEM_LIST} of ${datastore.path} as ${user}${fields === "" ? "" : ` with conditions on ${fields}`}`
    const search = this.#searches.get(key) ?? { reads: 0, hits: 0 }
    search.reads += 1
    const { items, totalItems } = (answer ?? {}) as { readonly items?: unknown; readonly totalItems?: unknown }
    // Only the total counts the items of a page that is past the end.
    if ((Array.isArray(items) && items.length > 0) || Number(totalItems ?? 0) > 0) search.hits += 1
    this.#searches.set(key, search)
  }

  /** The display ID, or the path if other applications have a datastore with this display ID. */
  #nameOf({ displayId, path }: KitDatastore): string {
    return this.#schema.datastores.filter((one) => one.displayId === displayId).length > 1 ? path : displayId
  }
}

interface Conditions {
  readonly conditions?: unknown
}

/** The IDs of the fields on which conditions, also nested ones, search. */
const searchedIn = (conditions: unknown): readonly string[] =>
  !Array.isArray(conditions)
    ? []
    : conditions.flatMap((condition: (Conditions & { readonly id?: unknown }) | null) => [
        ...(typeof condition?.id === "string" ? [condition.id] : []),
        ...searchedIn(condition?.conditions),
      ])

/** Finds a datastore by its d_id or display ID. Of several datastores with the display ID, the application's is meant. */
function findDatastoreIn(
  { datastores }: KitSchema,
  application: unknown,
  reference: unknown,
): KitDatastore | undefined {
  const found = datastores.filter(({ dId, displayId }) => [dId, displayId].includes(reference as string))
  const isIn = ({ appId, application: id }: KitDatastore) => [appId, id].includes(application as string)
  return found.length === 1 ? found[0] : found.find(isIn)
}
