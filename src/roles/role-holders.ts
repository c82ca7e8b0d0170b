import { subtree } from "../access/actor.ts"
import { byOrdinal } from "../order.ts"
import type { Role } from "../model/records/role.ts"
import type { User } from "../model/records/user.ts"
import type { View } from "../state/view.ts"

/**
 * The users who hold a role, directly or through a group: the direct members of a group that has it and of every group
 * below (model.md section 2.2). Oldest first.
 */
export function listRoleHolders(view: View, { rId, wId }: Role): User[] {
  const holders = new Map<string, User>()
  const add = (user: User): void => {
    if (!user.isBot && user.memberships.some((membership) => membership.wId === wId)) holders.set(user.uId, user)
  }
  view.list("users", "usersByRole", rId).forEach(add)
  for (const group of view.list("groups", "groupsByRole", rId)) {
    for (const { gId } of subtree(view, group.gId)) view.list("users", "usersByGroup", gId).forEach(add)
  }
  return [...holders.values()].sort(byOrdinal)
}
