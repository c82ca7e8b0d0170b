import { roleCommand } from "./role-command.ts"

export const removeRoleFromUser = roleCommand("RemoveRoleFromUser", "removeRoleFromUser", (roles, role) =>
  roles.filter((one) => one !== role),
)
