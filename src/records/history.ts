import type { AId, DId, HistoryId, IId, Instant, UId } from "../model/ids.ts"
import type { CrudType } from "./datastore.ts"

/** An entry of an item's history: a run action or a comment (model.md section 15). */
export interface History {
  /** ID of the history. */
  readonly historyId: HistoryId
  /** ID of the item. */
  readonly iId: IId
  /** ID of the datastore. */
  readonly dId: DId
  /** ID of the user. */
  readonly uId: UId
  /** What was said; empty where an action was run without a comment. */
  readonly comment: string
  /** When it was made: ISO 8601 in UTC with milliseconds. */
  readonly createdAt: Instant
  /** When it was changed last: ISO 8601 in UTC with milliseconds. */
  readonly updatedAt: Instant
  /** u_id of who changed it last, or what did instead. */
  readonly updatedBy: UId | null
  /** Whether the comment was changed since. */
  readonly isUpdated: boolean
  /** Null for a comment. */
  readonly action: {
    /** ID of the action that was run. */
    readonly aId: AId
    /** What it did to the item. */
    readonly operation: CrudType
    /** Whether it is one that moves items to another status. */
    readonly isStatusAction: boolean
    /** Whether it changed a value. */
    readonly isChanged: boolean
  } | null
  /** Groups the histories of one request. */
  readonly transactionId: string
  /** Position in creation order in the world, from 0: orders entries of the same instant. */
  readonly ordinal: number
}

/** The histories of an item that a user has fetched; keyed `${iId}:${uId}`. What they wrote themselves is never unread. */
export interface ReadMark {
  readonly iId: IId
  readonly uId: UId
  readonly historyIds: readonly HistoryId[]
}
