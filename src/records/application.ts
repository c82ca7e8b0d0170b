import type { FnId, Instant, PId, RId, WId } from "../ids.ts"
import type { Names } from "../names.ts"

/** An application, also called project: holds datastores, roles, saved lists, auto actions and functions (model.md section 1). */
export interface Application {
  readonly pId: PId
  readonly wId: WId
  readonly displayId: string
  readonly name: Names
  readonly displayOrder: number
  readonly functions: readonly StoredFunction[]
  readonly createdAt: Instant
  readonly ordinal: number
}

/** A script of an application that users call by itself (api.md section 14, "ExecuteFunction"). */
export interface StoredFunction {
  readonly fnId: FnId
  readonly displayId: string
  /** JavaScript that defines `main(params)`. */
  readonly code: string
  readonly enabled: boolean
  /** Roles that may call it; empty = ADMIN only. */
  readonly roles: readonly RId[]
}
