import type { AId, DId, HistoryId, IId, UId } from "../ids.ts"
import type { CrudType } from "./datastore.ts"
import type { Created, Dated } from "./record.ts"

/** An entry in an item's history: an action that ran, or a comment (model.md section 15). */
export interface History extends Created, Dated {
  /** ID of the history entry. */
  readonly historyId: HistoryId
  /** ID of the item. */
  readonly iId: IId
  /** ID of the datastore. */
  readonly dId: DId
  /** ID of the user who made the entry. */
  readonly uId: UId
  /** Text of the comment; empty for an action without a comment. */
  readonly comment: string
  /** ID of the user who last changed the entry; null if it was never changed. */
  readonly updatedBy: UId | null
  /** Whether the comment was edited. */
  readonly isUpdated: boolean
  /** The action that ran; null for a comment. */
  readonly action: {
    /** ID of the action. */
    readonly aId: AId
    /** Operation of the action: '1' new, '2' update, '3' delete, '4' copy. */
    readonly operation: CrudType
    /** Whether the action changes the status. */
    readonly isStatusAction: boolean
    /** Whether the action changed a value. */
    readonly isChanged: boolean
  } | null
  /** ID that all history entries created by one request share. */
  readonly transactionId: string
  /** True for an archived entry, which no response contains. Only entries of actions can be archived. */
  readonly isArchived?: true
}

/** Marks the history entries of an item that a user has fetched. The key is `${iId}:${uId}`. Users' own entries always count as read. */
export interface ReadMark {
  readonly iId: IId
  readonly uId: UId
  readonly historyIds: readonly HistoryId[]
}
