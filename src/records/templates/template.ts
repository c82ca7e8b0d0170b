import type { Instant, TpId, UId, WId } from "../../model/ids.ts"

/** An application that was saved, for everybody in its workspace (api.md section 14, "SaveTemplate"). Its archive is in the blob port. */
export interface Template {
  readonly tpId: TpId
  readonly wId: WId
  readonly name: string
  readonly category: string
  readonly description: string
  readonly blob: string
  /** Bytes of the archive. */
  readonly size: number
  readonly uId: UId
  readonly createdAt: Instant
  readonly ordinal: number
}
