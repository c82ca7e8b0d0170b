import { isInWorkspace } from "../../access/index.ts"
import { byOrdinal, fitsPattern, noPrivileges, type UId, type WId } from "../../model/index.ts"
import type { View } from "../../state/index.ts"

export interface UnauthorizedCall {
  readonly method: string
  /** Path that starts with `/api/v0/` or `api/v0/`. */
  readonly uri: string
  /** The request's Origin header; if missing, the origin of its Referer header; if both are missing, `""`. */
  readonly origin: string
}

export interface PublicRun {
  readonly uId: UId
  readonly wId: WId
}

const withoutSlash = (path: string): string => (path.startsWith("/") ? path.slice(1) : path)

/** Finds the first public call that matches (api.md section 9.3), oldest workspace first. Skips calls whose user left the workspace. */
export function findPublicCall(view: View, { method, uri, origin }: UnauthorizedCall): PublicRun {
  for (const workspace of view.all("workspaces").sort(byOrdinal)) {
    if (workspace.isArchived === true) continue
    for (const call of workspace.publicCalls) {
      const fits =
        call.method.toUpperCase() === method &&
        fitsPattern(withoutSlash(uri), withoutSlash(call.uriPattern)) &&
        (call.originPattern === undefined || fitsPattern(origin, call.originPattern))
      const user = fits ? view.get("users", call.runAs) : undefined
      if (user !== undefined && isInWorkspace(user, workspace.wId)) return { uId: user.uId, wId: workspace.wId }
    }
  }
  throw noPrivileges("the call is not on the whitelist of a workspace")
}
