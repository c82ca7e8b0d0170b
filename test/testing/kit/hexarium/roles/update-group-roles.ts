import { groupRolesCommand } from "./group-roles-command.ts"

export const updateGroupRoles = groupRolesCommand("UpdateGroupRoles", "updateGroupRoles", false)
