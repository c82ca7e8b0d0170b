import * as z from "zod"
import { requireCurrentWorkspace } from "../../access/index.ts"
import { type AnswerContext, type Authorized, type Engine, query } from "../../engine/index.ts"
import { titleWithin } from "../../fields/index.ts"
import {
  type FullTextScope,
  type Hit,
  type ItemListResult,
  type Listing,
  listItems,
  listing,
  NewestHits,
  needleOf,
  type Offer,
  offerFiles,
  offerHistories,
  offerItems,
  SEARCH_CATEGORIES,
  type SearchCategory,
  searchedFields,
} from "../../items/index.ts"
import { type FId, type IId, invalidParams, type Lang } from "../../model/index.ts"
import { object, optionalId } from "../../model/input/index.ts"
import type { Application, Datastore, Item } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { answerList } from "../answers/items.ts"

const searchInput = () => ({
  query: z.string().describe("The string to find in texts, files or comments; ignores case"),
  category: z
    .enum(SEARCH_CATEGORIES)
    .describe("Searches only items, files or histories. Default: all three")
    .optional(),
  application: optionalId().describe("Only in this application, by display or internal ID"),
  datastore: optionalId().describe("Only in this datastore, by display or internal ID"),
  field: optionalId().describe("Only in this field, by display or internal ID"),
  itemList: object(listing())
    .describe("Also lists the items of the datastore that have a hit, as ItemList does; needs datastore")
    .optional(),
})

/** An item, file or comment that contains the searched text. */
export interface SearchHit extends Pick<Hit, "fileName" | "aId"> {
  readonly category: SearchCategory
  readonly application: Application
  readonly datastore: Datastore
  /** The matching item, or the item that contains the matching file or comment. */
  readonly item: Item
  /** First field that matches, or the file's field. Null for a comment. */
  readonly fId: FId | null
  /** The item's title. Contains only fields that the user may see. */
  readonly title: string
  /** HTML excerpts, one for each field or text that matches. */
  readonly highlights: readonly string[]
}

export interface GlobalSearchResult {
  readonly lang: Lang
  /** The 100 newest hits, newest first. */
  readonly hits: readonly SearchHit[]
  readonly itemList: ItemListResult | undefined
}

const MAX_HITS = 100

const OFFERS: Readonly<Record<SearchCategory, (scope: FullTextScope, offer: Offer) => void>> = {
  items: offerItems,
  files: offerFiles,
  histories: offerHistories,
}

/**
 * Searches the current workspace. Throws INVALID_PARAMS for an empty query, for a hidden or unknown application, datastore or field, and if
 * an item list is requested without a datastore. (api.md section 10.1)
 */
export const globalSearch = query({
  name: "GlobalSearch",
  summary: "Searches the texts, files and comments of the current workspace",
  input: searchInput,
  authorize: requireCurrentWorkspace,
  execute: search,
  answer: (result, context) => answerSearch(context, result),
})

async function search(
  view: View,
  { principal: actor, engine }: Authorized<unknown>,
  input: z.output<z.ZodObject<ReturnType<typeof searchInput>>>,
): Promise<GlobalSearchResult> {
  if (input.query === "") throw invalidParams("query must not be empty")
  if (input.itemList !== undefined && input.datastore === undefined)
    throw invalidParams("return_item_list requires datastore_id")
  const scope: FullTextScope = {
    view,
    actor,
    needle: needleOf(input.query),
    fields: searchedFields(view, actor, input),
    isOfField: input.field !== undefined,
    blobs: engine.ports.blobs,
  }
  const categories = input.category === undefined ? SEARCH_CATEGORIES : [input.category]
  const newest = new NewestHits(MAX_HITS)
  for (const category of categories) OFFERS[category](scope, newest.offer)
  return {
    lang: view.settings.lang,
    hits: newest.toArray().map((hit) => place(scope, hit)),
    itemList: input.itemList && (await listHitItems(scope, categories, input.itemList, engine)),
  }
}

function place({ view, actor }: FullTextScope, { rank, item, ...hit }: Hit): SearchHit {
  const datastore = view.expect("datastores", item.dId)
  const application = view.expect("applications", datastore.pId)
  const title = titleWithin({ view, datastore, actor, ids: "internal", numbers: "text" }, item)
  return { ...hit, category: rank.category, application, datastore, item, title }
}

/** Lists the items that contain hits. The search must cover at most one datastore. Returns undefined if it covers none. */
function listHitItems(
  scope: FullTextScope,
  categories: readonly SearchCategory[],
  listing: Omit<Listing, "ids">,
  engine: Engine,
): Promise<ItemListResult> | undefined {
  const [datastore] = scope.fields.keys()
  if (datastore === undefined) return undefined
  const found = new Set<IId>()
  const collect: Offer = (_, look) => {
    const hit = look()
    if (hit !== undefined) found.add(hit.item.iId)
  }
  for (const category of categories) OFFERS[category](scope, collect)
  return listItems(scope.view, scope.actor, datastore, { ...listing, ids: "display" }, engine, found)
}

const answerSearch = (context: AnswerContext, { hits, itemList }: GlobalSearchResult) => ({
  hits: hits.map(({ category, application, datastore, item, fId, title, highlights }) => ({
    category,
    application: application.displayId,
    datastore: datastore.displayId,
    itemId: item.iId,
    field: datastore.fields.find((field) => field.fId === fId)?.displayId ?? null,
    title,
    highlights,
  })),
  ...(itemList && { itemList: answerList(context, itemList) }),
})
