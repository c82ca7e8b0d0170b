import type { AccessKey, DId, FId, IId, Instant, SId, UId } from "../ids.ts"
import type { StoredValue } from "./field.ts"
import type { Dated } from "./record.ts"

/** ID of the user who created or last changed an item, or `IMPORT` if an import did. */
export type Author = UId | "IMPORT"

/** An item: one record of a datastore (model.md sections 5 and 7). */
export interface Item extends Dated {
  /** ID of the item. */
  readonly iId: IId
  /** ID of the datastore. */
  readonly dId: DId
  /** Values by field ID; empty values have no key. */
  readonly values: Readonly<Record<FId, StoredValue>>
  /** ID of the item's status; null if the datastore has no statuses. */
  readonly statusId: SId | null
  /** Revision: the number of writes to the item so far, from 1 (model.md section 7). */
  readonly revNo: number
  /** Users who hold one of these keys can see the item. Sorted, without duplicates. */
  readonly accessKeys: readonly AccessKey[]
  /** ID of the creator, or `IMPORT`. */
  readonly createdBy: Author
  /** ID of the last editor, or `IMPORT`. */
  readonly updatedBy: Author
}

/** A deleted item. It remains stored so that its ID is not used again. */
export interface DeletedItem {
  readonly iId: IId
  readonly dId: DId
  readonly deletedAt: Instant
  readonly deletedBy: Author
}
