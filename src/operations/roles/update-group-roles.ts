import { requireGroupToGrant } from "../../access/role-grants.ts"
import { withPlaceCode } from "../../engine/place-code.ts"
import { command } from "../../engine/use-case.ts"
import { type GroupRoles, listNamedRoles } from "../../roles/group-roles.ts"

const enter = withPlaceCode("INVALID_PARAMS", requireGroupToGrant)

/** UpdateGroupRoles (api.md section 13): replaces all roles of the group, over all applications. */
export const updateGroupRoles = command("UpdateGroupRoles", {
  enter,
  run(tx, { actor, found: group }, input: GroupRoles): void {
    tx.patch("groups", group.gId, { roles: [...new Set(listNamedRoles(tx, actor, input))] })
  },
})
