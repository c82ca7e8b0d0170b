import * as z from "zod"
import { requireDatastoreOfItem, requireVisibleItem } from "../../access/index.ts"
import { type Authorized, query } from "../../engine/index.ts"
import {
  type FormContext,
  fieldTypeOf,
  type LookupForm,
  lookupOf,
  readableFields,
  runnableActions,
  titleWithin,
  valueIn,
} from "../../fields/index.ts"
import { findLookupTarget, Reading, readLinkedDatastores, readLookupItem } from "../../items/index.ts"
import { optionalBoolean } from "../../model/input/index.ts"
import type { Action, Author, Datastore, Field, Item } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { answerDetails } from "../answers/items.ts"
import { itemNotFoundAnswer } from "../error-answers.ts"
import { anyItem } from "../places.ts"
import type { ItemDetails } from "./results.ts"

const detailsInput = () => ({
  ...anyItem(),
  ids: z.enum(["display", "internal"]).describe("Which IDs the result is keyed by. Default: internal").optional(),
  includeLinkedItems: optionalBoolean("True: includes the items linked to it. Default false"),
  includeLookups: optionalBoolean("True: includes the items in its lookup fields. Default false"),
  returnNumberValue: optionalBoolean(
    "True: numbers within linked and looked-up items are numbers, not strings. Default false",
  ),
})

export type GetItemDetails = z.output<z.ZodObject<ReturnType<typeof detailsInput>>>

const NO_ACTIONS: readonly Action[] = []

/** Returns an item with its visible values and the actions that the caller may run. Marks no history entries as read. (api.md section 8) */
export const getItemDetails = query({
  name: "GetItemDetails",
  summary: "Returns an item with its values, statuses and the actions that the caller may run",
  input: detailsInput,
  place: ["application", "datastore", "itemId"],
  authorize: requireDatastoreOfItem,
  errors: { place: itemNotFoundAnswer, target: itemNotFoundAnswer },
  execute: details,
  answer: (result, context) => answerDetails(context, result),
})

function details(
  view: View,
  { principal: actor, granted: datastore }: Authorized<Datastore>,
  input: GetItemDetails,
): ItemDetails {
  const item = requireVisibleItem(view, actor, datastore, input.itemId)
  const reading = new Reading(view, actor, { ids: input.ids ?? "internal", returnNumberValue: input.returnNumberValue })
  const { ids, numbers } = reading
  const context: FormContext = { view, actor, ids, numbers, datastore }
  const lookups = input.includeLookups === true
  const actions = runnableActions(view, actor, datastore)
  return {
    item,
    datastore,
    ids,
    lang: view.settings.lang,
    title: titleWithin(context, item),
    createdBy: authorName(view, item.createdBy),
    updatedBy: authorName(view, item.updatedBy),
    fieldValues: readableFields(view, actor, datastore).map((field) => ({
      field,
      value: readDetail(reading, context, item, field, lookups),
    })),
    statusActions: actions.ofStatus.get(item.statusId) ?? NO_ACTIONS,
    itemActions: actions.ofItems,
    ...(input.includeLinkedItems === true
      ? { linkedItems: readLinkedDatastores(reading, item.iId, { lookups }) }
      : undefined),
  }
}

function readDetail(reading: Reading, context: FormContext, item: Item, field: Field, lookups: boolean) {
  const value = fieldTypeOf(field).details(valueIn(item, field), field, context)
  const lookup = lookups && value !== null ? lookupOf(field) : undefined
  const target = lookup && findLookupTarget(reading, item, field, lookup)
  if (target === undefined) return value
  const { dId, itemId, title } = value as LookupForm
  return { dId, itemId, title, lookupItem: readLookupItem(reading, target) }
}

/** Returns an author's user name, or `IMPORT` for an import. Returns an empty string if the user was deleted. */
export const authorName = (view: View, author: Author): string =>
  author === "IMPORT" ? author : (view.get("users", author)?.username ?? "")
