import type { AnswerContext } from "../../engine/index.ts"
import { type NaturalValue, naturalValues, titleWithin } from "../../fields/index.ts"
import type { ItemListResult, LinkedDatastore, LookupItems } from "../../items/index.ts"
import { type DId, defined, type Finding, type HistoryId, type IId, type PId, type SId } from "../../model/index.ts"
import type { Dated, Item } from "../../model/records/index.ts"
import type { CreatedItem, ExecutedAction, ItemDetails, UpdatedItem } from "../items/results.ts"
import { type ActionAnswer, answerAction } from "./settings.ts"

export interface ScriptAnswer {
  /** Return value of the script's `main` function; null while the script is still running. */
  readonly result: unknown
}

/** Warnings of a write that succeeded. */
export interface FoundFacts {
  /** Related entries that failed and property keys that were refused; empty if everything was written. */
  readonly findings: readonly Finding[]
}

/** Result properties common to all item writes. */
export interface WriteFacts extends FoundFacts {
  /** ID of the item. */
  readonly itemId: IId
  /** ID of the history entry that the write added to the item. */
  readonly historyId: HistoryId
  /** The pre script's result; absent if no pre script ran. */
  readonly preResult?: ScriptAnswer
  /** The post script's result; absent if the action has no post script. */
  readonly asResult?: ScriptAnswer
}

export interface WrittenItemAnswer extends WriteFacts {
  /** The item after the write, if `returnItemResult` is set; null if an awaited post script deleted the item. */
  readonly item?: ItemAnswer | null
}

export interface RevisionFacts {
  /** The item's new revision number, counted from 1. Send it with the next write to detect conflicts. */
  readonly revNo: number
}

export interface ChangedItemAnswer extends WrittenItemAnswer, RevisionFacts {}

export interface DidFacts<K extends "create" | "update" | "copy" | "delete"> {
  /** Type of write that the action performed. */
  readonly did: K
  /** Lines that the action's scripts logged. */
  readonly logs: readonly string[]
}

export type ExecutedActionAnswer =
  | (DidFacts<"create"> & WrittenItemAnswer)
  | (DidFacts<"update" | "copy"> & ChangedItemAnswer)
  | (DidFacts<"delete"> & FoundFacts)

/** Linked items, keyed by their datastore's display ID and listed in the order they were linked. */
export type LinkedItemsAnswer = Readonly<Record<string, readonly ItemAnswer[]>>

/** Related items that a request can include. */
export interface FollowUpFacts {
  /** Items that the lookup fields refer to, keyed by the field's display ID; only if `includeLookups` is set. */
  readonly lookupItems?: Readonly<Record<string, ItemAnswer>>
  /** Linked items by datastore; only if `includeLinkedItems` is set. */
  readonly linkedItems?: LinkedItemsAnswer
}

export interface ActionsFacts {
  /** Actions that the reader may run: first those of the item's status, then those of any status, each by display_order. */
  readonly actions: readonly ActionAnswer[]
}

export interface ItemDetailsAnswer extends ItemAnswer, FollowUpFacts, ActionsFacts {}

/** Additional properties of items in lists. */
export interface ListedFacts {
  /** Number of history entries that the reader has not read. */
  readonly unread: number
  /** Items that the lookup fields refer to, keyed by the field's display ID; only if `includeLookups` is set. */
  readonly lookupItems?: Readonly<Record<string, ItemAnswer>>
  /** The linked items; only if `includeLinks` is set. */
  readonly links?: readonly LinkedEndAnswer[]
}

export interface ListedItemAnswer extends ItemAnswer, ListedFacts {}

/** An item that another item refers to. */
export interface LinkedEndAnswer {
  /** ID of the item. */
  readonly itemId: IId
  /** Whether the reference is a lookup field's value or a link. */
  readonly type: "lookup" | "link"
}

export interface ItemListAnswer {
  /** Items of the requested page, in the requested order. */
  readonly items: readonly ListedItemAnswer[]
  /** Number of matching items on all pages; 0 if the count was not requested, -1 if counting timed out. */
  readonly totalItems: number
}

export interface ItemFacts extends Dated {
  /** ID of the item. */
  readonly itemId: IId
  /** The item's title, built from its title fields. */
  readonly title: string
  /** The creator's e-mail address, u_id if the creator has no address, or `IMPORT`. */
  readonly createdBy: string
  /** The last writer's e-mail address, or u_id if the writer has no address. */
  readonly updatedBy: string
  /** The item's revision number, counted from 1. */
  readonly revNo: number
  /** ID of the datastore. */
  readonly dId: DId
  /** ID of the application. */
  readonly pId: PId
  /** ID of the item's status; null if the datastore has no statuses. */
  readonly sId: SId | null
}

/** An item with natural values (model.md section 5.7). */
export interface ItemAnswer extends ItemFacts {
  /** Display ID of the item's status; null if the datastore has no statuses. */
  readonly status: string | null
  /** Values of the fields visible to the reader, keyed by the field's display ID. */
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

/** Builds the response of a write. Field visibility is checked when the response is built. */
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

/** Converts lookup items to response form. The keys stay unchanged and may be internal IDs. */
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
    ...(lookupItems === undefined ? {} : { lookupItems: answerLookups(context, lookupItems) }),
    ...(links === undefined
      ? {}
      : {
          links: links.datastores.flatMap((one) => one.items.map(({ iId, type }) => ({ itemId: iId, type }))),
        }),
  })),
  totalItems,
})
