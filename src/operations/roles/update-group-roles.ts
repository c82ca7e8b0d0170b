import { withPlaceCode } from "../../access/place-code.ts"
import { requireGroupToGrant } from "../../access/role-grants.ts"
import { command, nothing } from "../../engine/operation.ts"
import { listNamedRoles } from "../../roles/group-roles.ts"
import { groupRolesInput } from "./group-roles-input.ts"
import { noApplication } from "./role-place.ts"

const authorize = withPlaceCode("INVALID_PARAMS", requireGroupToGrant)

/** Replaces all roles of the group, over all applications. (api.md section 13) */
export const updateGroupRoles = command({
  name: "UpdateGroupRoles",
  summary: "Replace all roles of a group",
  input: groupRolesInput,
  place: ["group"],
  authorize,
  errors: { place: noApplication },
  execute(tx, { principal, granted: group }, input): void {
    tx.patch("groups", group.gId, { roles: [...new Set(listNamedRoles(tx, principal, input))] })
  },
  answer: nothing,
})
