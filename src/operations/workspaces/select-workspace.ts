import { requireWorkspaceAt } from "../../access/places.ts"
import { command } from "../../engine/use-case.ts"

/**
 * SelectWorkspace (api.md section 10): the user works in the workspace from now on, with every token they have. Refuses an
 * unknown workspace with NOT_FOUND, one they are not in with NO_PRIVILEGES.
 */
export const selectWorkspace = command("SelectWorkspace", {
  enter: requireWorkspaceAt,
  run(tx, { actor, found: { wId } }): void {
    if (actor.user.currentWId !== wId) tx.patch("users", actor.uId, { currentWId: wId })
  },
})
