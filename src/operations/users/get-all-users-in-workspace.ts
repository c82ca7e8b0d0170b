import { requireGroup } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import type { User } from "../../records/user.ts"
import { listMembers } from "../../users/list-members.ts"

/** GetAllUsersInWorkspace (api.md section 12): the members of a group and of all groups below, once each. */
export const getAllUsersInWorkspace = query<{ readonly group: string }, User[]>((view, actor, { group }) =>
  listMembers(view, requireGroup(view, actor, group), { recursive: true }),
)
