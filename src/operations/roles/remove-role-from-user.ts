import { withPlaceCode } from "../../access/place-code.ts"
import { requireGrantableApplication } from "../../access/role-grants.ts"
import { command, nothing } from "../../engine/operation.ts"
import { requireColleague, requireRole } from "../../roles/grant.ts"
import { noApplication, noGrant, roleGrant } from "./role-place.ts"

const authorize = withPlaceCode("INVALID_PARAMS", requireGrantableApplication)

/** Takes a directly granted role from a user; what they hold by a group stays. (api.md section 13) */
export const removeRoleFromUser = command({
  name: "RemoveRoleFromUser",
  summary: "Take a directly granted role from a user",
  input: roleGrant,
  place: ["application"],
  authorize,
  errors: { place: noApplication, privilege: noGrant },
  execute(tx, { principal, granted: application }, input): void {
    const { rId } = requireRole(tx, application, input.role)
    const user = requireColleague(tx, principal, input.uId)
    tx.update("users", user.uId, (draft) => {
      const at = draft.roles.indexOf(rId)
      if (at < 0) return
      draft.roles.splice(at, 1)
      draft.updatedAt = tx.now
    })
  },
  answer: nothing,
})
