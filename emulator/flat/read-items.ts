import type { ItemAnswer, ItemListAnswer, LinkedItemsAnswer, ListedItemAnswer } from "../../src/inside.ts"
import type { WireFieldValue } from "../contract/item-shapes/values.ts"
import type { WireClient } from "../wire-client.ts"
import { asId, readWireItem, type WireDetails } from "./natural-answers.ts"
import type { People } from "./people.ts"

type Answer<N extends keyof WireClient> = WireClient[N] extends (...given: never) => Promise<infer A> ? A : never
type WireLinked = Answer<"getLinkedItems">["result"]

/** A datastore; where its application is not named, it is asked for. */
export interface ReadPlace {
  readonly application?: string | undefined
  readonly datastore: string
}

/** An item with what the API answers of it besides. */
export interface ReadItem {
  readonly item: ItemAnswer
  readonly details: WireDetails
}

/** How many items are asked for at a time. */
const AT_ONCE = 8

/**
 * Items as people read them, which takes two requests each: GetItemDetails has the values, and ItemList the IDs that it leaves out
 * (docs/client.md).
 */
export class ItemReader {
  readonly #api: WireClient
  readonly #people: People
  readonly #applications = new Map<string, Promise<string>>()

  constructor(api: WireClient, people: People) {
    this.#api = api
    this.#people = people
  }

  /** The application that a place names, or that its datastore is of. */
  application({ application, datastore }: ReadPlace): Promise<string> {
    if (application !== undefined) return Promise.resolve(application)
    let found = this.#applications.get(datastore)
    if (found === undefined) {
      found = this.#api
        .getApplicationOfDatastore({ params: { "datastore-id": datastore } })
        .then(({ p_id: pId }) => pId)
      this.#applications.set(datastore, found)
      found.catch(() => this.#applications.delete(datastore))
    }
    return found
  }

  /** The parameters of a path that leads to a datastore. */
  async params(place: ReadPlace): Promise<{ "app-id": string; "datastore-id": string }> {
    return { "app-id": await this.application(place), "datastore-id": place.datastore }
  }

  /** A datastore of a route that names no application: by its ID, as its display ID alone may be that of another. */
  async datastoreAlone({ application, datastore }: ReadPlace): Promise<{ "datastore-id": string }> {
    if (application === undefined || isId(datastore)) return { "datastore-id": datastore }
    const datastores = await this.#api.getDatastores({ params: { "project-id": application } })
    const found = datastores.find(({ display_id }) => display_id === datastore)
    return { "datastore-id": found?.datastore_id ?? datastore }
  }

  /** An action of a route that names no datastore: by its ID where its datastore is known. */
  async action({ datastore, action }: { readonly datastore?: string | undefined; readonly action: string }) {
    if (datastore === undefined || isId(action)) return action
    const actions = await this.#api.getActions({ params: { "datastore-id": datastore } })
    return actions.find(({ display_id }) => display_id === action)?.action_id ?? action
  }

  async read(place: ReadPlace, itemId: string): Promise<ReadItem> {
    const params = await this.params(place)
    // What is refused is refused by GetItemDetails, in its words.
    const details = await this.#details(params, itemId)
    const conditions = [{ id: "i_id", search_value: [itemId] }]
    const { items } = await this.#api.itemList({
      params,
      body: { conditions, return_number_value: true, omit_total_items: true },
    })
    const [listed] = items
    if (listed === undefined) throw new Error(`the item ${itemId} went away while it was read`)
    return { item: await readWireItem(listed, details, this.#people), details }
  }

  /** A page of items that the API listed. */
  async list(page: Pick<Answer<"itemList">, "items" | "totalItems">, withLookups: boolean): Promise<ItemListAnswer> {
    const items = await each(page.items, async (listed): Promise<ListedItemAnswer> => {
      const details = await this.#details({ "app-id": listed.p_id, "datastore-id": listed.d_id }, listed.i_id)
      const item = await readWireItem(listed, details, this.#people)
      const lookupItems = withLookups ? await this.lookedUp({ item, details }) : {}
      const links = listed.item_links?.links.flatMap((of) => of.items)
      return {
        ...item,
        unread: Number(listed.unread),
        ...(Object.keys(lookupItems).length === 0 ? {} : { lookupItems }),
        ...(links === undefined ? {} : { links: links.map(({ i_id, type }) => ({ itemId: asId(i_id), type })) }),
      }
    })
    return { items, totalItems: page.totalItems }
  }

  async #details(params: { "app-id": string; "datastore-id": string }, itemId: string): Promise<WireDetails> {
    const answer = await this.#api.getItemDetails({
      params: { ...params, "item-id": itemId },
      query: { use_display_id: true },
    })
    // It is asked for by display IDs, which no answer by internal ones is.
    if (Array.isArray(answer.field_values)) throw new Error("GetItemDetails answered internal IDs")
    return answer as WireDetails
  }

  /** The items that lookups name, by field, as far as they may be seen. */
  async lookedUp({ details }: ReadItem): Promise<Record<string, ItemAnswer>> {
    const named = Object.entries(details.field_values).flatMap(([field, { dataType, value }]) =>
      dataType === "dslookup" && isLookup(value) ? [[field, value] as const] : [],
    )
    const found = await each(named, async ([field, { d_id: datastore, item_id: itemId }]) => {
      const target = await this.read({ datastore }, itemId).catch(() => undefined)
      return target === undefined ? undefined : ([field, target.item] as const)
    })
    return Object.fromEntries(found.filter((one) => one !== undefined))
  }

  /** The items of an answer's linked datastores. */
  async linked(linked: WireLinked): Promise<LinkedItemsAnswer> {
    const all = Object.values(linked)
    const read = await each(all, async ({ display_id: id, items }) => {
      const ofDatastore = await each(items, ({ p_id: application, d_id: datastore, i_id: itemId }) =>
        this.read({ application, datastore }, itemId),
      )
      return [id, ofDatastore.map(({ item }) => item)] as const
    })
    return Object.fromEntries(read)
  }
}

const isId = (reference: string): boolean => /^[0-9a-f]{24}$/.test(reference)

const isLookup = (value: WireFieldValue): value is Extract<WireFieldValue, { item_id: string; title: string }> =>
  typeof value === "object" && value !== null && "title" in value

/** The results of work on each element, in their order, a few at a time. */
export async function each<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < all.length; at += AT_ONCE) {
    results.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(work))))
  }
  return results
}
