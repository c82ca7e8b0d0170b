import { profilePictureUrl, requireGroupAt, subtree } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import { optionalBoolean } from "../../model/input/index.ts"
import type { User } from "../../model/records/index.ts"
import { type HeldRole, listMembers, roleReader } from "../../people/index.ts"
import { answerHeldRole, answerUser } from "../answers/people.ts"
import { groupPlace } from "../groups/group-place.ts"

export interface GroupMember {
  readonly user: User
  readonly profilePic: string
  /** Whether the user is an administrator of one of the listed groups. */
  readonly isSv: boolean
  readonly userRoles: readonly HeldRole[]
}

/** Returns the members of a group. (api.md section 12) */
export const getUsersInGroup = query({
  name: "GetUsersInGroup",
  summary: "Returns the members of a group and, on request, of all groups below it",
  input: () => ({
    ...groupPlace(),
    recursive: optionalBoolean("True: includes members of the groups below. Default false"),
  }),
  place: ["group"],
  authorize: requireGroupAt,
  execute(view, { granted: group }, { recursive = false }): GroupMember[] {
    const gIds = new Set(recursive ? subtree(view, group.gId).map((below) => below.gId) : [group.gId])
    const rolesOf = roleReader(view, group.wId)
    return listMembers(view, group, { recursive }).map((user) => ({
      user,
      profilePic: profilePictureUrl(view, user.uId),
      isSv: user.memberships.some((membership) => membership.isSv && gIds.has(membership.gId)),
      userRoles: rolesOf(user),
    }))
  },
  answer: (members) => ({
    members: members.map(({ user, profilePic, isSv, userRoles }) => ({
      ...answerUser(user),
      profilePic,
      isSv,
      userRoles: userRoles.map(answerHeldRole),
    })),
  }),
})
