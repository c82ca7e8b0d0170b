import { subtree } from "../../access/actor.ts"
import { requireGroupAt } from "../../access/group-admin.ts"
import { query } from "../../engine/use-case.ts"
import type { User } from "../../records/user.ts"
import { type HeldRole, roleReader } from "../../users/held-roles.ts"
import { listMembers } from "../../users/list-members.ts"
import { profilePictureUrl } from "../../users/profile-picture.ts"

export interface GetUsersInGroup {
  /** Internal or display ID of the group. */
  readonly group: string
  readonly recursive?: boolean | undefined
}

export interface GroupMember {
  /** The user. */
  readonly user: User
  readonly profilePic: string
  /** Administrator of one of the groups listed. */
  readonly isSv: boolean
  readonly userRoles: readonly HeldRole[]
}

/** GetUsersInGroup (api.md section 12). */
export const getUsersInGroup = query({
  enter: requireGroupAt,
  run(view, { found: group }, { recursive = false }: GetUsersInGroup): GroupMember[] {
    const gIds = new Set(recursive ? subtree(view, group.gId).map((below) => below.gId) : [group.gId])
    const rolesOf = roleReader(view, group.wId)
    return listMembers(view, group, { recursive }).map((user) => ({
      user,
      profilePic: profilePictureUrl(view, user.uId),
      isSv: user.memberships.some((membership) => membership.isSv && gIds.has(membership.gId)),
      userRoles: rolesOf(user),
    }))
  },
})
