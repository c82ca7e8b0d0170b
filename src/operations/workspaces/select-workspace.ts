import { requireWorkspaceAt } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { workspacePlace } from "../places.ts"

/**
 * Sets the caller's current workspace, for all of the caller's tokens. Throws NOT_FOUND for an unknown workspace and NO_PRIVILEGES for a
 * workspace that the caller does not belong to. (api.md section 10)
 */
export const selectWorkspace = command({
  name: "SelectWorkspace",
  summary: "Changes the caller's current workspace",
  input: workspacePlace,
  place: ["workspace"],
  authorize: requireWorkspaceAt,
  execute(tx, { principal, granted: { wId } }): void {
    if (principal.user.currentWId !== wId) tx.patch("users", principal.uId, { currentWId: wId })
  },
})
