import type { FnId, PId, RId, WId } from "../ids.ts"
import type { Created, Identified } from "./record.ts"

/** An application, also called project: holds datastores, roles, saved lists, auto actions and functions (model.md section 1). */
export interface Application extends Identified, Created {
  /** ID of the application. */
  readonly pId: PId
  /** ID of the workspace. */
  readonly wId: WId
  /** Position of the application in lists, which are sorted ascending. */
  readonly displayOrder: number
  /** Scripts that ExecuteFunction runs (api.md section 14). */
  readonly functions: readonly StoredFunction[]
  /** Colour theme; absent for none. Stored for clients, without other effect. */
  readonly theme?: Theme
  /** ID of the template from which the application was created, even if that template is gone; absent for none. */
  readonly templateId?: string
}

export const THEMES = ["blue", "white", "gray", "black"] as const

/** Colour theme of an application. */
export type Theme = (typeof THEMES)[number]

/** A script that ExecuteFunction runs for an application (api.md section 14, "ExecuteFunction"). */
export interface StoredFunction {
  /** ID of the function. */
  readonly fnId: FnId
  /** Display ID for requests and fixtures, unique among its siblings. */
  readonly displayId: string
  /** JavaScript that defines `main(params)`. */
  readonly code: string
  /** Whether the function may be called. */
  readonly enabled: boolean
  /** Roles that may call the function; if empty, only ADMIN may. */
  readonly roles: readonly RId[]
}
