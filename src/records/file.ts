import type { DId, FId, FileId, IId, Instant, PId, UId, WId } from "../model/ids.ts"

/** An uploaded file (model.md section 18). Its bytes are in the blob port under `blob`. */
export interface FileRecord {
  readonly fileId: FileId
  readonly wId: WId
  /** Null for a detached upload until an item names it. */
  readonly pId: PId | null
  readonly dId: DId | null
  readonly fId: FId | null
  readonly iId: IId | null
  /** The uploader. */
  readonly uId: UId
  readonly name: string
  readonly contentType: string
  /** Bytes. */
  readonly size: number
  readonly blob: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly deleted: boolean
  /** True until an item write names it; dies 24 hours after `createdAt`. */
  readonly temporary: boolean
}
