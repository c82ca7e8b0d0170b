import type { AId, DId, HistoryId, IId, Instant, UId } from "../ids.ts"
import type { CrudType } from "./datastore.ts"

/** An entry of an item's history: a run action or a comment (model.md section 15). */
export interface History {
  readonly historyId: HistoryId
  readonly iId: IId
  readonly dId: DId
  readonly uId: UId
  readonly comment: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly updatedBy: UId | null
  readonly isUpdated: boolean
  /** Null for a comment. */
  readonly action: {
    readonly aId: AId
    readonly operation: CrudType
    readonly isStatusAction: boolean
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
