import { subtree } from "../../access/actor.ts"
import { requireGroup } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import type { User } from "../../records/user.ts"
import { type HeldRole, roleReader } from "../../users/held-roles.ts"
import { listMembers } from "../../users/list-members.ts"
import { profilePictureUrl } from "../../users/profile-picture.ts"

export interface GetUsersInGroup {
  readonly group: string
  readonly recursive?: boolean | undefined
}

export interface GroupMember {
  readonly user: User
  readonly profilePic: string
  /** Administrator of one of the groups listed. */
  readonly isSv: boolean
  readonly userRoles: readonly HeldRole[]
}

/** GetUsersInGroup (api.md section 12). */
export const getUsersInGroup = query<GetUsersInGroup, GroupMember[]>((view, actor, input) => {
  const group = requireGroup(view, actor, input.group)
  const recursive = input.recursive ?? false
  const gIds = new Set(recursive ? subtree(view, group.gId).map((below) => below.gId) : [group.gId])
  const rolesOf = roleReader(view, group.wId)
  return listMembers(view, group, { recursive }).map((user) => ({
    user,
    profilePic: profilePictureUrl(view, user.uId),
    isSv: user.memberships.some((membership) => membership.isSv && gIds.has(membership.gId)),
    userRoles: rolesOf(user),
  }))
})
