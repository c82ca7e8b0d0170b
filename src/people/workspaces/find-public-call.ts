import { noPrivileges } from "../../model/error.ts"
import { isInWorkspace } from "../../groups/membership.ts"
import type { UId, WId } from "../../model/ids.ts"
import { byOrdinal } from "../../order.ts"
import type { View } from "../../state/view.ts"
import { fitsPattern } from "../../model/strings/wildcard.ts"

export interface UnauthorizedCall {
  readonly method: string
  /** Path beginning `/api/v0/` or `api/v0/`. */
  readonly uri: string
  /** The request's Origin, else its Referer, else `""`. */
  readonly origin: string
}

/** Whom a whitelisted call runs as, and in which workspace. */
export interface PublicRun {
  readonly uId: UId
  readonly wId: WId
}

const withoutSlash = (path: string): string => (path.startsWith("/") ? path.slice(1) : path)

/**
 * UnauthorizedCall (api.md section 9.3): the first entry of a workspace's whitelist that fits, workspaces in creation order. An
 * entry whose user has left the workspace fits nothing.
 */
export function findPublicCall(view: View, { method, uri, origin }: UnauthorizedCall): PublicRun {
  for (const workspace of view.table("workspaces").toArray().sort(byOrdinal)) {
    for (const call of workspace.publicCalls) {
      const fits =
        call.method.toUpperCase() === method &&
        fitsPattern(withoutSlash(uri), withoutSlash(call.uriPattern)) &&
        (call.originPattern === undefined || fitsPattern(origin, call.originPattern))
      const user = fits ? view.get("users", call.runAs) : undefined
      if (user !== undefined && isInWorkspace(user, workspace.wId)) return { uId: user.uId, wId: workspace.wId }
    }
  }
  throw noPrivileges("this call is not on a whitelist")
}
