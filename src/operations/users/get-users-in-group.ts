import * as z from "zod"
import { subtree } from "../../access/actor.ts"
import { requireGroupAt } from "../../access/group-admin.ts"
import { answerHeldRole, answerUser } from "../../answers/people.ts"
import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import type { User } from "../../model/records/user.ts"
import { type HeldRole, roleReader } from "../../people/users/held-roles.ts"
import { listMembers } from "../../people/users/list-members.ts"
import { profilePictureUrl } from "../../users/profile-picture.ts"
import type { GroupMembersAnswer } from "../answers/people-answers.ts"
import { groupPlace } from "../groups/group-place.ts"

export interface GroupMember {
  /** The user. */
  readonly user: User
  readonly profilePic: string
  /** Administrator of one of the groups listed. */
  readonly isSv: boolean
  readonly userRoles: readonly HeldRole[]
}

/** Returns the members of a group. (api.md section 12) */
export const getUsersInGroup = query({
  name: "GetUsersInGroup",
  summary: "The members of a group, of its descendants too when asked for",
  input: () =>
    object({
      ...groupPlace(),
      recursive: z.boolean().describe("True: members of the groups below, too. Default false").optional(),
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
  answer: (members): GroupMembersAnswer => ({
    members: members.map(({ user, profilePic, isSv, userRoles }) => ({
      ...answerUser(user),
      profilePic,
      isSv,
      userRoles: userRoles.map(answerHeldRole),
    })),
  }),
})
