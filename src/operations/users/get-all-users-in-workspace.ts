import { requireGroupAt } from "../../access/group-admin.ts"
import { query } from "../../engine/use-case.ts"
import type { User } from "../../records/user.ts"
import { listMembers } from "../../users/list-members.ts"

/** GetAllUsersInWorkspace (api.md section 12): the members of a group and of all groups below, once each. */
export const getAllUsersInWorkspace = query({
  enter: requireGroupAt,
  run: (view, { found: group }): User[] => listMembers(view, group, { recursive: true }),
})
