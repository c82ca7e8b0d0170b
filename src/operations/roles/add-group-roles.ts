import { withPlaceCode } from "../../access/place-code.ts"
import { requireGroupToGrant } from "../../access/role-grants.ts"
import { command, nothing } from "../../engine/operation.ts"
import { listNamedRoles } from "../../roles/group-roles.ts"
import { groupRolesInput } from "./group-roles-input.ts"
import { noApplication } from "./role-place.ts"

const authorize = withPlaceCode("INVALID_PARAMS", requireGroupToGrant)

/** Adds roles to those the group has. (api.md section 13) */
export const addGroupRoles = command({
  name: "AddGroupRoles",
  summary: "Grant further roles to a group",
  input: groupRolesInput,
  place: ["group"],
  authorize,
  errors: { place: noApplication },
  execute(tx, { principal, granted: group }, input): void {
    const roles = listNamedRoles(tx, principal, input)
    tx.update("groups", group.gId, (draft) => {
      for (const rId of roles) if (!draft.roles.includes(rId)) draft.roles.push(rId)
    })
  },
  answer: nothing,
})
