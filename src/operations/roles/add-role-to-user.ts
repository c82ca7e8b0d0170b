import { requireGrantableApplication } from "../../access/role-grants.ts"
import { withPlaceCode } from "../../engine/place-code.ts"
import { command } from "../../engine/use-case.ts"
import { type RoleReference, requireColleague, requireRole } from "../../roles/grant.ts"

export interface GrantRole extends RoleReference {
  /** ID of the user who gets or loses the role. */
  readonly uId: string
}

const enter = withPlaceCode("INVALID_PARAMS", requireGrantableApplication)

/** AddRoleToUser (api.md section 13): repeating it changes nothing. */
export const addRoleToUser = command("AddRoleToUser", {
  enter,
  run(tx, { actor, found: application }, input: GrantRole): void {
    const { rId } = requireRole(tx, application, input.role)
    const user = requireColleague(tx, actor, input.uId)
    tx.update("users", user.uId, (draft) => {
      if (draft.roles.includes(rId)) return
      draft.roles.push(rId)
      draft.updatedAt = tx.now
    })
  },
})
