import type { ItemAnswer } from "../../answers/item.ts"
import type { ActionAnswer } from "../../answers/settings.ts"
import type { Finding } from "../../model/error.ts"
import type { SearchCategory } from "../../full-text/hits.ts"
import type { HistoryId, IId, Instant } from "../../model/ids.ts"

/** What a script came to. */
export interface ScriptAnswer {
  /** What its `main` returned; null while it still runs. */
  readonly result: unknown
}

/** What was not done of a write that was. */
interface FoundFacts {
  /** Failed related entries and refused keys; empty where all was done. */
  readonly findings: readonly Finding[]
}

/** What is known of every write, whatever its datastore. */
export interface WriteFacts extends FoundFacts {
  /** ID of the item. */
  readonly itemId: IId
  /** ID of the entry that the write left in its history. */
  readonly historyId: HistoryId
  /** What the pre script came to; absent where none ran. */
  readonly preResult?: ScriptAnswer
  /** What the post script came to; absent where none is registered. */
  readonly asResult?: ScriptAnswer
}

/** An item that was made or written. */
export interface WrittenItemAnswer extends WriteFacts {
  /** With `returnItemResult`: the item as it is now. */
  readonly item?: ItemAnswer
}

/** The revision that a write led to. */
export interface RevisionFacts {
  /** How often it was written, from 1: what the next write names to be refused where another was faster. */
  readonly revNo: number
}

/** An item that was changed or copied. */
export interface ChangedItemAnswer extends WrittenItemAnswer, RevisionFacts {}

/** What every action tells. */
export interface DidFacts<K extends "create" | "update" | "copy" | "delete"> {
  /** What was done. */
  readonly did: K
  /** The lines of its scripts' loggers. */
  readonly logs: readonly string[]
}

/** What an action did; `logs` are the lines of its scripts' loggers. */
export type ExecutedActionAnswer =
  | (DidFacts<"create"> & WrittenItemAnswer)
  | (DidFacts<"update" | "copy"> & ChangedItemAnswer)
  | (DidFacts<"delete"> & FoundFacts)

/** Items of other datastores, by the datastore's display ID, in the order they were linked. */
export type LinkedItemsAnswer = Readonly<Record<string, readonly ItemAnswer[]>>

/** What an item leads to. */
export interface LedFacts {
  /** With `includeLookups`: the items that its lookups name, by the field's display ID. */
  readonly lookupItems?: Readonly<Record<string, ItemAnswer>>
  /** With `includeLinkedItems`: the items linked to it, by datastore. */
  readonly linkedItems?: LinkedItemsAnswer
}

/** What the reader may do to an item. */
export interface ActionsFacts {
  /** Actions of its status, then those of any status, by display_order. */
  readonly actions: readonly ActionAnswer[]
}

/** An item with what the reader may do to it. */
export interface ItemDetailsAnswer extends ItemAnswer, LedFacts, ActionsFacts {}

/** What a list says of an item besides the item. */
export interface ListedFacts {
  /** Histories that the reader has not seen. */
  readonly unread: number
  /** With `includeLookups`: the items that its lookups name, by the field's display ID. */
  readonly lookupItems?: Readonly<Record<string, ItemAnswer>>
  /** With `includeLinks`: the items linked to. */
  readonly links?: readonly LinkedEndAnswer[]
}

/** An item of a list. */
export interface ListedItemAnswer extends ItemAnswer, ListedFacts {}

/** An item that another leads to. */
export interface LinkedEndAnswer {
  /** ID of the item. */
  readonly itemId: IId
  /** Whether a lookup names it, or a link leads to it. */
  readonly type: "lookup" | "link"
}

/** A page of items. */
export interface ItemListAnswer {
  /** In the order that was asked for. */
  readonly items: readonly ListedItemAnswer[]
  /** All that fit, before paging; 0 when omitted, -1 when the count timed out. */
  readonly totalItems: number
}

/** An entry of an item's history. */
export interface HistoryAnswer {
  /** ID of the entry. */
  readonly historyId: HistoryId
  /** ID of the item. */
  readonly itemId: IId
  /** What was said; "" is nothing. */
  readonly comment: string
  /** When it was made: ISO 8601 in UTC with milliseconds. */
  readonly createdAt: Instant
  /** When its comment was changed last: ISO 8601 in UTC with milliseconds. */
  readonly updatedAt: Instant
  /** E-mail address, or u_id where they have none. */
  readonly user: string
  /** Name of the action; null for a comment, or when the action is gone. */
  readonly action: string | null
  /** Whether somebody wrote it; else a write left it. */
  readonly isComment: boolean
  /** Whether the reader has not seen it. */
  readonly isUnread: boolean
}

/** A page of an item's history. */
export interface HistoriesAnswer {
  /** How many entries the reader has not seen. */
  readonly unread: number
  /** Newest first. */
  readonly histories: readonly HistoryAnswer[]
}

/** An ID that was drawn for an item. */
export interface NewItemIDAnswer {
  /** What CreateItemWithItemID takes. */
  readonly itemId: IId
}

/** The items linked to an item. */
export interface LinkedToAnswer {
  /** By display ID of their datastore. */
  readonly linkedItems: LinkedItemsAnswer
}

/** A hit of GlobalSearch. */
export interface SearchHitAnswer {
  /** Where it was found: in values, files or comments. */
  readonly category: SearchCategory
  /** Display ID of the application. */
  readonly application: string
  /** Display ID of the datastore. */
  readonly datastore: string
  /** ID of the item. */
  readonly itemId: IId
  /** Display ID of the first field with a hit, or the file's; null for a comment. */
  readonly field: string | null
  /** The item's title, as the reader is shown it. */
  readonly title: string
  /** HTML, one for each field or text with hits. */
  readonly highlights: readonly string[]
}

/** What GlobalSearch found. */
export interface SearchAnswer {
  /** The newest 100, newest first. */
  readonly hits: readonly SearchHitAnswer[]
  /** With `itemList`: the items of the datastore that have a hit. */
  readonly itemList?: ItemListAnswer
}
