import { requireWorkspaceAt } from "../../access/places.ts"
import { command, nothing } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import { workspacePlace } from "../places.ts"

/** Makes a workspace the user's current one, for all of their tokens. Refuses an unknown workspace with NOT_FOUND, one they are not in with
 * NO_PRIVILEGES. (api.md section 10) */
export const selectWorkspace = command({
  name: "SelectWorkspace",
  summary: "Make a workspace the caller's current one",
  input: () => object(workspacePlace()),
  place: ["workspace"],
  authorize: requireWorkspaceAt,
  execute(tx, { principal, granted: { wId } }): void {
    if (principal.user.currentWId !== wId) tx.patch("users", principal.uId, { currentWId: wId })
  },
  answer: nothing,
})
