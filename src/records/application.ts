import type { Instant, PId, WId } from "../ids.ts"
import type { Names } from "../names.ts"

/** An application, also called project: holds datastores, roles, saved lists and auto actions (model.md section 1). */
export interface Application {
  readonly pId: PId
  readonly wId: WId
  readonly displayId: string
  readonly name: Names
  readonly displayOrder: number
  readonly createdAt: Instant
  readonly ordinal: number
}
