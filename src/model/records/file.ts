import { addSeconds } from "../calendar/instants.ts"
import type { DId, FId, FileId, IId, Instant, PId, UId, WId } from "../ids.ts"
import type { Dated } from "./record.ts"

/** An uploaded file (model.md section 18). Its bytes are in the blob store under `blob`. */
export interface FileRecord extends Dated {
  readonly fileId: FileId
  readonly wId: WId
  /** ID of the application; null for a detached upload until an item refers to the file. */
  readonly pId: PId | null
  readonly dId: DId | null
  readonly fId: FId | null
  readonly iId: IId | null
  readonly uId: UId
  readonly name: string
  readonly contentType: string
  /** Size in bytes. */
  readonly size: number
  readonly blob: string
  readonly deleted: boolean
  /** True until an item refers to the file. A temporary file expires 24 hours after `createdAt`. */
  readonly temporary: boolean
}

/** Hours after which an upload to which no item refers expires (model.md section 18). */
const LIFETIME_HOURS = 24

export const expiryOf = (createdAt: Instant): Instant => addSeconds(createdAt, LIFETIME_HOURS * 3600)

/** Returns whether the file is deleted, or has expired because no item referred to it in time. */
export const isGone = (file: FileRecord, now: Instant): boolean =>
  file.deleted || (file.temporary && expiryOf(file.createdAt) <= now)
