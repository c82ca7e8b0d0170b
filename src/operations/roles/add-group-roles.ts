import { command } from "../../engine/use-case.ts"
import { type GroupRoles, resolveGroupRoles } from "../../roles/group-roles.ts"

/** AddGroupRoles (api.md section 13): adds roles to those the group has. */
export const addGroupRoles = command<GroupRoles, void>("AddGroupRoles", (tx, actor, input) => {
  const { group, roles } = resolveGroupRoles(tx, actor, input)
  tx.update("groups", group.gId, (draft) => {
    for (const rId of roles) if (!draft.roles.includes(rId)) draft.roles.push(rId)
  })
})
