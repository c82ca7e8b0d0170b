import { answerItem, type ItemAnswer } from "../../answers/item.ts"
import { answerAction, answerField } from "../../answers/settings.ts"
import type { AnswerContext } from "../../engine/answer-context.ts"
import type { LinkedDatastore } from "../../items/reading/linked-datastores.ts"
import type { LookupItems } from "../../items/reading/linked-item.ts"
import type { ItemListResult } from "../../items/reading/list-items.ts"
import type { Field } from "../../model/records/field.ts"
import type { CreatedItem } from "../items/create-item.ts"
import type { ExecutedAction } from "../items/execute-action.ts"
import type { ItemDetails } from "../items/get-item-details.ts"
import type { UpdatedItem } from "../items/update-item.ts"
import type {
  ChangedItemAnswer,
  ExecutedActionAnswer,
  ItemDetailsAnswer,
  ItemListAnswer,
  LinkedItemsAnswer,
  WrittenItemAnswer,
} from "./item-answers.ts"
import type { FieldsAnswer } from "./settings-answers.ts"

/** What a write answers beside its IDs; the item as the caller sees it now. */
export function answerWritten(
  context: AnswerContext,
  { itemId, historyId, findings, item, preResult, asResult }: CreatedItem,
) {
  const written: WrittenItemAnswer = {
    itemId,
    historyId,
    findings,
    ...(item === undefined ? {} : { item: answerItem(context, item.item) }),
    ...(preResult === undefined ? {} : { preResult }),
    ...(asResult === undefined ? {} : { asResult }),
  }
  return written
}

export const answerChanged = (context: AnswerContext, updated: UpdatedItem): ChangedItemAnswer => ({
  ...answerWritten(context, updated),
  revNo: updated.revNo,
})

export function answerExecuted(context: AnswerContext, executed: ExecutedAction): ExecutedActionAnswer {
  const { logs } = executed
  switch (executed.did) {
    case "create":
      return { did: executed.did, ...answerWritten(context, executed), logs }
    case "delete":
      return { did: executed.did, findings: executed.findings, logs }
    default:
      return { did: executed.did, ...answerChanged(context, executed), logs }
  }
}

/** Lookup items may be keyed by internal IDs, as their reader asked. */
function answerLookups(context: AnswerContext, lookups: LookupItems): Readonly<Record<string, ItemAnswer>> {
  return Object.fromEntries(Object.entries(lookups).map(([key, { item }]) => [key, answerItem(context, item)]))
}

export const answerLinked = (context: AnswerContext, linked: readonly LinkedDatastore[]): LinkedItemsAnswer =>
  Object.fromEntries(
    linked.map(({ datastore, items }) => [datastore.displayId, items.map(({ item }) => answerItem(context, item))]),
  )

export function answerDetails(context: AnswerContext, details: ItemDetails): ItemDetailsAnswer {
  const { item, datastore, statusActions, itemActions, linkedItems } = details
  const looked = details.fieldValues.flatMap(({ field, value }) =>
    typeof value === "object" && value !== null && "lookupItem" in value && value.lookupItem !== undefined
      ? [[field.displayId, answerItem(context, value.lookupItem.item)] as const]
      : [],
  )
  return {
    ...answerItem(context, item),
    actions: [...statusActions, ...itemActions].map((action) => answerAction(context, datastore, action)),
    ...(looked.length === 0 ? {} : { lookupItems: Object.fromEntries(looked) }),
    ...(linkedItems === undefined ? {} : { linkedItems: answerLinked(context, linkedItems) }),
  }
}

/** A page of items, each with its natural values. */
export const answerList = (context: AnswerContext, { items, totalItems }: ItemListResult): ItemListAnswer => ({
  items: items.map(({ item, unread, links, lookupItems }) => ({
    ...answerItem(context, item),
    unread,
    ...(lookupItems === undefined ? {} : { lookupItems: answerLookups(context, lookupItems) }),
    ...(links === undefined
      ? {}
      : {
          links: links.datastores.flatMap((one) => one.items.map(({ iId, type }) => ({ itemId: iId, type }))),
        }),
  })),
  totalItems,
})

export const answerFields = (context: AnswerContext, fields: readonly Field[]): FieldsAnswer => ({
  fields: fields.map((field) => answerField(context, field)),
})
