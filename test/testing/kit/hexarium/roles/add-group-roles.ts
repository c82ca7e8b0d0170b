import { groupRolesCommand } from "./group-roles-command.ts"

export const addGroupRoles = groupRolesCommand("AddGroupRoles", "addGroupRoles", true)
