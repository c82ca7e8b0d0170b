import type { DId, PId, QId, UId } from "../ids.ts"
import type { Condition } from "./condition.ts"
import type { Created } from "./record.ts"

/** A saved list of an application: a search that users can run again (api.md section 7.2). */
export interface SavedQuery extends Created {
  readonly qId: QId
  readonly pId: PId
  readonly dId: DId
  readonly name: string
  readonly desc: string
  readonly displayOrder: number
  /** ID of the owner; null if the list is shared with all users who can see the datastore. */
  readonly ownerUId: UId | null
  readonly conditions: readonly Condition[]
}
