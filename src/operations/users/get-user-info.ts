import { type Actor, lineage, listHeldRoles } from "../../access/actor.ts"
import { answerGroup, answerHeldRole, answerUser } from "../../answers/people.ts"
import { query } from "../../engine/operation.ts"
import type { WId } from "../../model/ids.ts"
import { noInput } from "../../model/input/schemas.ts"
import type { Group } from "../../model/records/group.ts"
import type { User } from "../../model/records/user.ts"
import type { View } from "../../state/view.ts"
import { type HeldRole, heldRoles } from "../../people/users/held-roles.ts"
import { profilePictureUrl } from "../../users/profile-picture.ts"
import type { UserInfoAnswer } from "../answers/people-answers.ts"

export interface UserInfo {
  /** The user. */
  readonly user: User
  /** The workspace they work in; null for a user who is in none. */
  readonly currentWId: WId | null
  readonly profilePic: string
  readonly isWsAdmin: boolean
  /** Held in the current workspace, by application display order, then creation. */
  readonly userRoles: readonly HeldRole[]
  /** Groups they are direct members of, deepest first, then by index. */
  readonly userGroups: readonly Group[]
}

/** Returns the caller, in the workspace they work in. (api.md section 1.1) */
export const getUserInfo = query({
  name: "GetUserInfo",
  summary: "The user of the token with roles and groups in the current workspace",
  input: noInput,
  execute: (view, { principal: actor }): UserInfo => ({
    user: actor.user,
    currentWId: actor.wId,
    profilePic: profilePictureUrl(view, actor.uId),
    isWsAdmin: actor.isWorkspaceAdmin,
    userRoles: heldRoles(view, listHeldRoles(view, actor)),
    userGroups: ownGroups(view, actor),
  }),
  answer: ({ user, currentWId, profilePic, isWsAdmin, userRoles, userGroups }): UserInfoAnswer => ({
    ...answerUser(user),
    currentWId,
    profilePic,
    isWsAdmin,
    userRoles: userRoles.map(answerHeldRole),
    userGroups: userGroups.map(answerGroup),
  }),
})

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

/** Tree order: two ways from the root of the same length. */
function compareWays(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((index, step) => index !== right[step])
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}
