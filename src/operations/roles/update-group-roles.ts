import { command } from "../../engine/use-case.ts"
import { type GroupRoles, resolveGroupRoles } from "../../roles/group-roles.ts"

/** UpdateGroupRoles (api.md section 13): replaces all roles of the group, over all applications. */
export const updateGroupRoles = command<GroupRoles, void>("UpdateGroupRoles", (tx, actor, input) => {
  const { group, roles } = resolveGroupRoles(tx, actor, input)
  tx.patch("groups", group.gId, { roles: [...new Set(roles)] })
})
