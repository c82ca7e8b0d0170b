import type { FnId, Instant, PId, RId, WId } from "../model/ids.ts"
import type { Names } from "../model/names.ts"

/** An application, also called project: holds datastores, roles, saved lists, auto actions and functions (model.md section 1). */
export interface Application {
  /** ID of the application. */
  readonly pId: PId
  /** ID of the workspace. */
  readonly wId: WId
  /** The name that requests and fixtures give it, unique beside its like. */
  readonly displayId: string
  /** Its name in each language; an absent one is shown in the other. */
  readonly name: Names
  /** Its place in lists, ascending. */
  readonly displayOrder: number
  /** Stored scripts that ExecuteFunction calls (api.md section 14). */
  readonly functions: readonly StoredFunction[]
  /** When it was made: ISO 8601 in UTC with milliseconds. */
  readonly createdAt: Instant
  /** How many records were made before it: the order in which things came into being. */
  readonly ordinal: number
}

/** A script of an application that users call by itself (api.md section 14, "ExecuteFunction"). */
export interface StoredFunction {
  /** ID of the function. */
  readonly fnId: FnId
  /** The name that requests and fixtures give it, unique beside its like. */
  readonly displayId: string
  /** JavaScript that defines `main(params)`. */
  readonly code: string
  /** Whether it can be called. */
  readonly enabled: boolean
  /** Roles that may call it; empty = ADMIN only. */
  readonly roles: readonly RId[]
}
