import type { AnswerContext } from "../../engine/index.ts"
import { type NaturalValue, naturalValues, titleWithin } from "../../fields/index.ts"
import type { ItemListResult, LinkedDatastore, LookupItems } from "../../items/index.ts"
import { type DId, defined, type Finding, type HistoryId, type IId, type PId, type SId } from "../../model/index.ts"
import type { Dated, Item } from "../../model/records/index.ts"
import type { CreatedItem, ExecutedAction, ItemDetails, UpdatedItem } from "../items/results.ts"
import { type ActionAnswer, answerAction } from "./settings.ts"

export interface ScriptAnswer {
  /** Return value of the script's function `main`. Null if the operation did not wait for the script. */
  readonly result: unknown
}

/** Warnings of a write that succeeded. */
export interface FoundFacts {
  /** Reports related items that could not be written and access keys that were refused. Empty if everything was written. */
  readonly findings: readonly Finding[]
}

/** Properties that the results of all item writes have. */
export interface WriteFacts extends FoundFacts {
  /** ID of the item. */
  readonly itemId: IId
  /** ID of the history entry that the write added to the item. */
  readonly historyId: HistoryId
  /** Result of the pre script. Undefined if no pre script ran. */
  readonly preResult?: ScriptAnswer
  /** Result of the post script. Undefined if the action has no post script. */
  readonly asResult?: ScriptAnswer
}

export interface WrittenItemAnswer extends WriteFacts {
  /** The item after the write. Only if `returnItemResult` is set. Null if the post script deleted the item. */
  readonly item?: ItemAnswer | null
}

export interface RevisionFacts {
  /** The item's new revision number, counted from 1. Send it with the next write to detect conflicts. */
  readonly revNo: number
}

export interface ChangedItemAnswer extends WrittenItemAnswer, RevisionFacts {}

export interface DidFacts<K extends "create" | "update" | "copy" | "delete"> {
  /** Type of the write that the action performed. */
  readonly did: K
  /** Lines that the action's scripts logged. */
  readonly logs: readonly string[]
}

export type ExecutedActionAnswer =
  | (DidFacts<"create"> & WrittenItemAnswer)
  | (DidFacts<"update" | "copy"> & ChangedItemAnswer)
  | (DidFacts<"delete"> & FoundFacts)

/** Linked items by the display ID of their datastore, in the order in which the links were created. */
export type LinkedItemsAnswer = Readonly<Record<string, readonly ItemAnswer[]>>

/** Items related to an item, which a request can ask for. */
export interface FollowUpFacts {
  /** Items that the lookup fields refer to, by the field's display ID. Only if `includeLookups` is set. */
  readonly lookupItems?: Readonly<Record<string, ItemAnswer>>
  /** Linked items by datastore. Only if `includeLinkedItems` is set. */
  readonly linkedItems?: LinkedItemsAnswer
}

export interface ActionsFacts {
  /** Actions that the user may run. Actions of the item's status come first, then actions of any status, both by display_order. */
  readonly actions: readonly ActionAnswer[]
}

export interface ItemDetailsAnswer extends ItemAnswer, FollowUpFacts, ActionsFacts {}

/** Properties that items have only in lists. */
export interface ListedFacts {
  /** Number of the item's history entries that the user has not read. */
  readonly unread: number
  /** Items that the lookup fields refer to, by the field's display ID. Only if `includeLookups` is set. */
  readonly lookupItems?: Readonly<Record<string, ItemAnswer>>
  /** Linked items. Only if `includeLinks` is set. */
  readonly links?: readonly LinkedEndAnswer[]
}

export interface ListedItemAnswer extends ItemAnswer, ListedFacts {}

/** Reference from one item to another. */
export interface LinkedEndAnswer {
  /** ID of the item. */
  readonly itemId: IId
  /** "lookup" if a lookup field's value refers to the item, "link" if the items are linked. */
  readonly type: "lookup" | "link"
}

export interface ItemListAnswer {
  /** Items of the requested page, in the requested order. */
  readonly items: readonly ListedItemAnswer[]
  /** Number of matching items on all pages. 0 if the request did not ask for it, -1 if counting timed out. */
  readonly totalItems: number
}

export interface ItemFacts extends Dated {
  /** ID of the item. */
  readonly itemId: IId
  /** Title, made of the values of the title fields. */
  readonly title: string
  /** E-mail address of the creator, or u_id if the creator has no address, or `IMPORT`. */
  readonly createdBy: string
  /** E-mail address of the last writer, or u_id if the writer has no address. */
  readonly updatedBy: string
  /** The item's revision number, counted from 1. */
  readonly revNo: number
  /** ID of the datastore. */
  readonly dId: DId
  /** ID of the application. */
  readonly pId: PId
  /** ID of the item's status. Null if the datastore has no statuses. */
  readonly sId: SId | null
}

/** An item with natural values (model.md section 5.7). */
export interface ItemAnswer extends ItemFacts {
  /** Display ID of the item's status. Null if the datastore has no statuses. */
  readonly status: string | null
  /** Values of the fields that the user may see, by the field's display ID. */
  readonly values: Readonly<Record<string, NaturalValue>>
}

function answerItem(context: AnswerContext, item: Item): ItemAnswer {
  const { view, actor } = context
  const datastore = view.expect("datastores", item.dId)
  return {
    itemId: item.iId,
    title: titleWithin({ view, datastore, actor, ids: "display", numbers: "text" }, item),
    revNo: item.revNo,
    status: datastore.statuses.find(({ sId }) => sId === item.statusId)?.displayId ?? null,
    values: naturalValues(view, actor, datastore, item),
    createdAt: item.createdAt,
    createdBy: context.user(item.createdBy),
    updatedAt: item.updatedAt,
    updatedBy: context.user(item.updatedBy),
    dId: item.dId,
    pId: datastore.pId,
    sId: item.statusId,
  }
}

/** Converts the result of a write for in-process callers. Includes only fields that the user may see after the write. */
export function answerWritten(
  context: AnswerContext,
  { itemId, historyId, findings, item, preResult, asResult }: CreatedItem,
) {
  const written: WrittenItemAnswer = {
    itemId,
    historyId,
    findings,
    ...defined({ item: item && answerItem(context, item.item), preResult, asResult }),
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

/** Converts looked-up items for in-process callers. The keys are field IDs, internal or display, and stay unchanged. */
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
    ...defined({
      lookupItems: looked.length === 0 ? undefined : Object.fromEntries(looked),
      linkedItems: linkedItems && answerLinked(context, linkedItems),
    }),
  }
}

export const answerList = (context: AnswerContext, { items, totalItems }: ItemListResult): ItemListAnswer => ({
  items: items.map(({ item, unread, links, lookupItems }) => ({
    ...answerItem(context, item),
    unread,
    ...defined({
      lookupItems: lookupItems && answerLookups(context, lookupItems),
      links: links?.datastores.flatMap((one) => one.items.map(({ iId, type }) => ({ itemId: iId, type }))),
    }),
  })),
  totalItems,
})
