import { requireColleague, requireRole } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { authorizeRoleGrant, noApplication, noGrant, roleGrant } from "./role-place.ts"

/** Revokes a role that was granted to a user directly. Roles that the user has through a group stay. (api.md section 13) */
export const removeRoleFromUser = command({
  name: "RemoveRoleFromUser",
  summary: "Revokes a role that was granted to a user directly",
  input: roleGrant,
  place: ["application"],
  authorize: authorizeRoleGrant,
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
})
