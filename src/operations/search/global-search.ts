import * as z from "zod"
import { requireCurrentWorkspace } from "../../access/places.ts"
import type { AnswerContext } from "../../engine/answer-context.ts"
import type { Engine } from "../../engine/engine.ts"
import { type Authorized, query } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import { titleWithin } from "../../fields/title.ts"
import { offerFiles } from "../../full-text/file-hits.ts"
import { offerHistories } from "../../full-text/history-hits.ts"
import {
  type FullTextScope,
  type Hit,
  NewestHits,
  type Offer,
  SEARCH_CATEGORIES,
  type SearchCategory,
} from "../../full-text/hits.ts"
import { offerItems } from "../../full-text/item-hits.ts"
import { needleOf } from "../../full-text/needle.ts"
import { searchedFields } from "../../items/full-text/searched-fields.ts"
import type { FId, IId } from "../../model/ids.ts"
import { object, optionalId } from "../../model/input/schemas.ts"
import { type ItemListResult, type Listing, listItems } from "../../items/reading/list-items.ts"
import { listing } from "../../items/search/search-input.ts"
import type { Lang } from "../../model/names.ts"
import type { Application } from "../../records/application.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Item } from "../../model/records/item.ts"
import type { View } from "../../state/view.ts"
import type { SearchAnswer } from "../answers/item-answers.ts"
import { answerList } from "../answers/items.ts"

interface GlobalSearch {
  readonly query: string
  readonly category?: SearchCategory | undefined
  readonly application?: string | undefined
  readonly datastore?: string | undefined
  readonly field?: string | undefined
  readonly itemList?: Omit<Listing, "ids"> | undefined
}

/** An item, file or comment with hits. */
export interface SearchHit {
  readonly category: SearchCategory
  /** Where it was found. */
  readonly application: Application
  /** Where it was found. */
  readonly datastore: Datastore
  /** The item that was found, or that the file or comment is of. */
  readonly item: Item
  /** The first field with a hit, or the file's; null for a comment. */
  readonly fId: FId | null
  /** The item's, as the reader is shown it. */
  readonly title: string
  /** HTML, one for each field or text with hits. */
  readonly highlights: readonly string[]
}

export interface GlobalSearchResult {
  /** The world's language, which names are shown in. */
  readonly lang: Lang
  /** The newest 100, newest first. */
  readonly hits: readonly SearchHit[]
  readonly itemList: ItemListResult | undefined
}

const MOST_HITS = 100

const OFFERS: Readonly<Record<SearchCategory, (scope: FullTextScope, offer: Offer) => void>> = {
  items: offerItems,
  files: offerFiles,
  histories: offerHistories,
}

/**
 * Searches the current workspace. Refuses an empty query, an application, datastore or field that the caller is not shown, and a list of
 * items without a datastore with INVALID_PARAMS. (api.md section 10.1)
 */
export const globalSearch = query({
  name: "GlobalSearch",
  summary: "Search texts, files and comments of the current workspace",
  input: () =>
    object({
      query: z.string().describe("What to look for, as a part of a text; case does not count"),
      category: z
        .enum(SEARCH_CATEGORIES)
        .describe("Where to look: items, files or histories; in all three when absent")
        .optional(),
      application: optionalId().describe("Only in this application, by display or internal ID"),
      datastore: optionalId().describe("Only in this datastore, by display or internal ID"),
      field: optionalId().describe("Only in this field, by display or internal ID"),
      itemList: object(listing())
        .describe("Also lists the items of the datastore that have a hit, as ItemList does; needs datastore")
        .optional(),
    }),
  authorize: requireCurrentWorkspace,
  execute: search,
  answer: (result, context) => answerSearch(context, result),
})

function search(
  view: View,
  { principal: actor, engine }: Authorized<unknown>,
  input: GlobalSearch,
): GlobalSearchResult {
  if (input.query === "") throw invalidParams("query must not be empty")
  if (input.itemList !== undefined && input.datastore === undefined)
    throw invalidParams("return_item_list needs datastore_id")
  const scope: FullTextScope = {
    view,
    actor,
    needle: needleOf(input.query),
    fields: searchedFields(view, actor, input),
    isOfField: input.field !== undefined,
    blobs: engine.ports.blobs,
  }
  const categories = input.category === undefined ? SEARCH_CATEGORIES : [input.category]
  const newest = new NewestHits(MOST_HITS)
  for (const category of categories) OFFERS[category](scope, newest.offer)
  return {
    lang: view.settings.lang,
    hits: newest.toArray().map((hit) => place(scope, hit)),
    itemList: input.itemList && listHitItems(scope, categories, input.itemList, engine),
  }
}

function place({ view, actor }: FullTextScope, { rank, item, fId, highlights }: Hit): SearchHit {
  const datastore = view.expect("datastores", item.dId)
  const application = view.expect("applications", datastore.pId)
  const title = titleWithin({ view, datastore, actor, ids: "internal", numbers: "text" }, item)
  return { category: rank.category, application, datastore, item, fId, title, highlights }
}

/** The items of the one datastore that is searched. */
function listHitItems(
  scope: FullTextScope,
  categories: readonly SearchCategory[],
  listing: Omit<Listing, "ids">,
  engine: Engine,
): ItemListResult | undefined {
  const [datastore] = scope.fields.keys()
  if (datastore === undefined) return undefined
  const found = new Set<IId>()
  const collect: Offer = (_, look) => {
    const hit = look()
    if (hit !== undefined) found.add(hit.item.iId)
  }
  for (const category of categories) OFFERS[category](scope, collect)
  return listItems(scope.view, scope.actor, datastore, { ...listing, ids: "display" }, engine, {
    only: found,
    request: listing,
  })
}

const answerSearch = (context: AnswerContext, { hits, itemList }: GlobalSearchResult): SearchAnswer => ({
  hits: hits.map(({ category, application, datastore, item, fId, title, highlights }) => ({
    category,
    application: application.displayId,
    datastore: datastore.displayId,
    itemId: item.iId,
    field: datastore.fields.find((field) => field.fId === fId)?.displayId ?? null,
    title,
    highlights,
  })),
  ...(itemList === undefined ? {} : { itemList: answerList(context, itemList) }),
})
