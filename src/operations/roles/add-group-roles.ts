import { requireGroupToGrant } from "../../access/role-grants.ts"
import { withPlaceCode } from "../../engine/place-code.ts"
import { command } from "../../engine/use-case.ts"
import { type GroupRoles, listNamedRoles } from "../../roles/group-roles.ts"

const enter = withPlaceCode("INVALID_PARAMS", requireGroupToGrant)

/** AddGroupRoles (api.md section 13): adds roles to those the group has. */
export const addGroupRoles = command("AddGroupRoles", {
  enter,
  run(tx, { actor, found: group }, input: GroupRoles): void {
    const roles = listNamedRoles(tx, actor, input)
    tx.update("groups", group.gId, (draft) => {
      for (const rId of roles) if (!draft.roles.includes(rId)) draft.roles.push(rId)
    })
  },
})
