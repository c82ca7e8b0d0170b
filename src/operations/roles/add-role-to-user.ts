import { requireColleague, requireRole } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { authorizeRoleGrant, noApplication, noGrant, roleGrant } from "./role-place.ts"

/** Grants a role to a user. Does nothing if the role is already granted to the user directly. (api.md section 13) */
export const addRoleToUser = command({
  name: "AddRoleToUser",
  summary: "Grants a role to a user",
  input: roleGrant,
  place: ["application"],
  authorize: authorizeRoleGrant,
  errors: { place: noApplication, privilege: noGrant },
  execute(tx, { principal, granted: application }, input): void {
    const { rId } = requireRole(tx, application, input.role)
    const user = requireColleague(tx, principal, input.uId)
    tx.update("users", user.uId, (draft) => {
      if (draft.roles.includes(rId)) return
      draft.roles.push(rId)
      draft.updatedAt = tx.now
    })
  },
})
