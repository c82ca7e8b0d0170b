import * as z from "zod"
import { type ItemPlace, requireDatastoreOfItem, requireVisibleItem } from "../../access/items.ts"
import { runnableActions } from "../../datastores/runnable-actions.ts"
import { type Authorized, query } from "../../engine/operation.ts"
import type { DetailForm, FormContext, LookupForm } from "../../fields/types/field-type.ts"
import { kindOf, lookupOf } from "../../fields/types/registry.ts"
import { readableFields } from "../../fields/readable-fields.ts"
import { titleWithin } from "../../fields/title.ts"
import { valueIn } from "../../fields/value-in.ts"
import { object } from "../../model/input/schemas.ts"
import { type LinkedDatastore, readLinkedDatastores } from "../../items/reading/linked-datastores.ts"
import { findLookupTarget, type LinkedItem, readLookupItem } from "../../items/reading/linked-item.ts"
import { Reading } from "../../items/reading/reading.ts"
import type { Lang } from "../../model/names.ts"
import type { Action, Datastore } from "../../records/datastore.ts"
import type { Field } from "../../model/records/field.ts"
import type { Author, Item } from "../../model/records/item.ts"
import type { View } from "../../state/view.ts"
import { answerDetails } from "../answers/items.ts"
import { itemNotFoundAnswer } from "../error-answers.ts"
import { anyItem } from "../places.ts"

export interface GetItemDetails extends ItemPlace {
  /** Which IDs the answer speaks in; internal ones when absent. */
  readonly ids?: "display" | "internal" | undefined
  readonly includeLinkedItems?: boolean | undefined
  readonly includeLookups?: boolean | undefined
  /** Numbers inside linked and looked-up items as numbers rather than texts. */
  readonly returnNumberValue?: boolean | undefined
}

/** A lookup value with the item it names, when lookups are included and the reader sees that item. */
export interface LookupDetail extends LookupForm {
  readonly lookupItem?: LinkedItem
}

export interface FieldDetail {
  /** The field. */
  readonly field: Field
  readonly value: DetailForm | LookupDetail
}

/** An item with everything the reader can see of it and do to it (api.md section 8). */
export interface ItemDetails {
  /** The item. */
  readonly item: Item
  /** The datastore. */
  readonly datastore: Datastore
  /** What values are keyed by. */
  readonly ids: "display" | "internal"
  /** The world's language, which names are shown in. */
  readonly lang: Lang
  readonly title: string
  /** User names, or `IMPORT`. */
  readonly createdBy: string
  readonly updatedBy: string
  /** The readable fields in fieldIndex order. */
  readonly fieldValues: readonly FieldDetail[]
  /** What the reader may run in the item's present status, by display_order. */
  readonly statusActions: readonly Action[]
  /** What the reader may run in any status, by display_order. */
  readonly itemActions: readonly Action[]
  readonly linkedItems?: readonly LinkedDatastore[]
}

const NONE: readonly Action[] = []

/** An item with everything the reader can see of it and do to it. Marks nothing as read. (api.md section 8) */
export const getItemDetails = query({
  name: "GetItemDetails",
  summary: "An item with its values, statuses and the actions the caller may run",
  input: () =>
    object({
      ...anyItem(),
      ids: z.enum(["display", "internal"]).describe("Which IDs the result is keyed by. Default: internal").optional(),
      includeLinkedItems: z.boolean().describe("True: with the items linked to it. Default false").optional(),
      includeLookups: z.boolean().describe("True: with the items that its lookups name. Default false").optional(),
      returnNumberValue: z
        .boolean()
        .describe("True: numbers within linked and looked-up items are numbers, not strings. Default false")
        .optional(),
    }),
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
    statusActions: actions.ofStatus.get(item.statusId) ?? NONE,
    itemActions: actions.ofItems,
    ...(input.includeLinkedItems === true
      ? { linkedItems: readLinkedDatastores(reading, item.iId, { lookups }) }
      : undefined),
  }
}

function readDetail(reading: Reading, context: FormContext, item: Item, field: Field, lookups: boolean) {
  const value = kindOf(field).details(valueIn(item, field), field, context)
  const lookup = lookups && value !== null ? lookupOf(field) : undefined
  const target = lookup && findLookupTarget(reading, item, field, lookup)
  if (target === undefined) return value
  const { dId, itemId, title } = value as LookupForm
  return { dId, itemId, title, lookupItem: readLookupItem(reading, target) }
}

/** The name of who made or changed an item; `IMPORT` stays. */
export const authorName = (view: View, author: Author): string =>
  author === "IMPORT" ? author : (view.get("users", author)?.username ?? "")
