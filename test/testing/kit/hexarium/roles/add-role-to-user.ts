import { roleCommand } from "./role-command.ts"

export const addRoleToUser = roleCommand("AddRoleToUser", "addRoleToUser", (roles, role) => [
  ...new Set([...roles, role]),
])
