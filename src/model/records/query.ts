import type { DId, Instant, PId, QId, UId } from "../ids.ts"
import type { Condition } from "../../records/condition.ts"

/** A saved search list of an application (api.md section 7.2). */
export interface SavedQuery {
  readonly qId: QId
  readonly pId: PId
  readonly dId: DId
  readonly name: string
  readonly desc: string
  readonly displayOrder: number
  /** Null = shared with everybody who sees the datastore. */
  readonly ownerUId: UId | null
  readonly conditions: readonly Condition[]
  readonly createdAt: Instant
  readonly ordinal: number
}
