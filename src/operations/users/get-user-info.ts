import { type Actor, lineage, listHeldRoles, profilePictureUrl } from "../../access/index.ts"
import { type DomainResultOf, query } from "../../engine/index.ts"
import type { Group } from "../../model/records/index.ts"
import { heldRoles } from "../../people/index.ts"
import type { View } from "../../state/index.ts"
import { answerGroup, answerHeldRole, answerUser } from "../answers/people.ts"

/** Returns the caller with the caller's roles and groups in the current workspace. (api.md section 1.1) */
export const getUserInfo = query({
  name: "GetUserInfo",
  summary: "Returns the caller with their roles and groups in the current workspace",
  input: () => ({}),
  execute: (view, { principal: actor }) => ({
    user: actor.user,
    currentWId: actor.wId,
    profilePic: profilePictureUrl(view, actor.uId),
    isWsAdmin: actor.isWorkspaceAdmin,
    userRoles: heldRoles(view, listHeldRoles(view, actor)),
    userGroups: ownGroups(view, actor),
  }),
  answer: ({ user, currentWId, profilePic, isWsAdmin, userRoles, userGroups }) => ({
    ...answerUser(user),
    currentWId,
    profilePic,
    isWsAdmin,
    userRoles: userRoles.map(answerHeldRole),
    userGroups: userGroups.map(answerGroup),
  }),
})

export type UserInfo = DomainResultOf<typeof getUserInfo>

function ownGroups(view: View, actor: Actor): Group[] {
  const placed = actor.ownGroups.map((gId) => ({
    group: view.expect("groups", gId),
    way: lineage(view, gId).map((above) => above.index),
  }))
  placed.sort(
    (left, right) =>
      right.way.length - left.way.length ||
      left.group.index - right.group.index ||
      compareWays(left.way.toReversed(), right.way.toReversed()),
  )
  return placed.map(({ group }) => group)
}

/** Compares two groups of equal depth by their position in the tree. Each argument lists the child indexes on the path from the root. */
function compareWays(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((index, step) => index !== right[step])
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}
