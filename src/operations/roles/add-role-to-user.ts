import { withPlaceCode } from "../../access/place-code.ts"
import { requireGrantableApplication } from "../../access/role-grants.ts"
import { command, nothing } from "../../engine/operation.ts"
import { requireColleague, requireRole } from "../../roles/grant.ts"
import { noApplication, noGrant, roleGrant } from "./role-place.ts"

const authorize = withPlaceCode("INVALID_PARAMS", requireGrantableApplication)

/** Grants a role to a user; repeating it changes nothing. (api.md section 13) */
export const addRoleToUser = command({
  name: "AddRoleToUser",
  summary: "Grant a role to a user",
  input: roleGrant,
  place: ["application"],
  authorize,
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
  answer: nothing,
})
