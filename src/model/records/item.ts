import type { AccessKey, DId, FId, IId, Instant, SId, UId } from "../ids.ts"
import type { StoredValue } from "./field.ts"

/** Who an item was made or last changed by. */
export type Author = UId | "IMPORT"

/** A record of a datastore (model.md sections 5 and 7). */
export interface Item {
  /** ID of the item. */
  readonly iId: IId
  /** ID of the datastore. */
  readonly dId: DId
  /** Filled values only; a cleared field has no key. */
  readonly values: Readonly<Record<FId, StoredValue>>
  /** Null in a datastore without statuses. */
  readonly statusId: SId | null
  /** How often it was written, from 1 (model.md section 7). */
  readonly revNo: number
  /** Whoever holds one of these sees the item. Sorted, without duplicates. */
  readonly accessKeys: readonly AccessKey[]
  /** When it was made: ISO 8601 in UTC with milliseconds. */
  readonly createdAt: Instant
  /** u_id of who made it, or what did instead. */
  readonly createdBy: Author
  /** When it was changed last: ISO 8601 in UTC with milliseconds. */
  readonly updatedAt: Instant
  /** u_id of who changed it last, or what did instead. */
  readonly updatedBy: Author
}

/** What is left of a deleted item: its ID can't be given out again. */
export interface DeletedItem {
  readonly iId: IId
  readonly dId: DId
  readonly deletedAt: Instant
  readonly deletedBy: Author
}
