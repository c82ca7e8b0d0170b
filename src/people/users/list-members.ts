import { subtree } from "../../access/index.ts"
import { byOrdinal } from "../../model/index.ts"
import type { Group, User } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"

/** Returns a group's direct members, oldest account first. If `recursive` is true, includes the members of all subgroups. */
export function listMembers(view: View, group: Group, { recursive = false } = {}): User[] {
  if (!recursive) return view.list("users", "usersByGroup", group.gId).sort(byOrdinal)
  const members = new Map<string, User>()
  for (const { gId } of subtree(view, group.gId)) {
    for (const user of view.list("users", "usersByGroup", gId)) members.set(user.uId, user)
  }
  return [...members.values()].sort(byOrdinal)
}
