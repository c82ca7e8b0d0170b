import { requireGrantableApplication } from "../../access/role-grants.ts"
import { withPlaceCode } from "../../engine/place-code.ts"
import { command } from "../../engine/use-case.ts"
import { requireColleague, requireRole } from "../../roles/grant.ts"
import type { GrantRole } from "./add-role-to-user.ts"

const enter = withPlaceCode("INVALID_PARAMS", requireGrantableApplication)

/** RemoveRoleFromUser (api.md section 13): what they hold by a group stays. */
export const removeRoleFromUser = command("RemoveRoleFromUser", {
  enter,
  run(tx, { actor, found: application }, input: GrantRole): void {
    const { rId } = requireRole(tx, application, input.role)
    const user = requireColleague(tx, actor, input.uId)
    tx.update("users", user.uId, (draft) => {
      const at = draft.roles.indexOf(rId)
      if (at < 0) return
      draft.roles.splice(at, 1)
      draft.updatedAt = tx.now
    })
  },
})
