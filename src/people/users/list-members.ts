import { subtree } from "../../access/actor.ts"
import { byOrdinal } from "../../order.ts"
import type { Group } from "../../model/records/group.ts"
import type { User } from "../../model/records/user.ts"
import type { View } from "../../state/view.ts"

/** The direct members of a group, oldest account first; with `recursive` those of all groups below too, once each. */
export function listMembers(view: View, group: Group, { recursive = false } = {}): User[] {
  if (!recursive) return view.list("users", "usersByGroup", group.gId).sort(byOrdinal)
  const members = new Map<string, User>()
  for (const { gId } of subtree(view, group.gId)) {
    for (const user of view.list("users", "usersByGroup", gId)) members.set(user.uId, user)
  }
  return [...members.values()].sort(byOrdinal)
}
