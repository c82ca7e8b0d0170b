import type { AccessKey, DId, FId, IId, Instant, SId, UId } from "../ids.ts"
import type { StoredValue } from "./field.ts"

/** Who an item was made or last changed by. */
export type Author = UId | "IMPORT"

/** A record of a datastore (model.md sections 5 and 7). */
export interface Item {
  readonly iId: IId
  readonly dId: DId
  /** Filled values only; a cleared field has no key. */
  readonly values: Readonly<Record<FId, StoredValue>>
  /** Null in a datastore without statuses. */
  readonly statusId: SId | null
  readonly revNo: number
  /** Whoever holds one of these sees the item. Sorted, without duplicates. */
  readonly accessKeys: readonly AccessKey[]
  readonly createdAt: Instant
  readonly createdBy: Author
  readonly updatedAt: Instant
  readonly updatedBy: Author
}

/** What is left of a deleted item: its ID can't be given out again. */
export interface DeletedItem {
  readonly iId: IId
  readonly dId: DId
  readonly deletedAt: Instant
  readonly deletedBy: Author
}
