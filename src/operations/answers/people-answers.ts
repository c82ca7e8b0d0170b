import type { GroupAnswer, HeldRoleAnswer, LinkAnswer, UserAnswer } from "../../answers/people.ts"
import type { RoleAnswer } from "../../answers/settings.ts"
import type { ConfirmationId, GId, WId } from "../../model/ids.ts"

/** Who is logged in (api.md section 1.1). */
export interface UserInfoAnswer extends UserAnswer {
  /** ID of their current workspace; null while they are in none. */
  readonly currentWId: WId | null
  /** Where their picture is. */
  readonly profilePic: string
  /** Whether they administer the current workspace. */
  readonly isWsAdmin: boolean
  /** Roles that they hold in the current workspace, themselves or by a group. */
  readonly userRoles: readonly HeldRoleAnswer[]
  /** Groups of the current workspace that they are in. */
  readonly userGroups: readonly GroupAnswer[]
}

/** A user as administrators see them (api.md section 12). */
export interface UserByAdminAnswer extends UserAnswer {
  /** Where their picture is. */
  readonly profilePic: string
  /** Roles that they hold in the current workspace, themselves or by a group. */
  readonly userRoles: readonly HeldRoleAnswer[]
}

/** Users, in the order of the operation. */
export interface UsersAnswer {
  /** The users themselves. */
  readonly users: readonly UserAnswer[]
}

/** A member of a group. */
export interface GroupMemberAnswer extends UserAnswer {
  /** Where their picture is. */
  readonly profilePic: string
  /** Whether they administer one of the groups listed. */
  readonly isSv: boolean
  /** Roles that they hold in the current workspace, themselves or by a group. */
  readonly userRoles: readonly HeldRoleAnswer[]
}

/** The members of a group. */
export interface GroupMembersAnswer {
  /** Each of them once. */
  readonly members: readonly GroupMemberAnswer[]
}

/** A group with the users in it. */
export interface GroupUsersAnswer {
  /** Display ID of the group. */
  readonly group: string
  /** ID of the group. */
  readonly gId: GId
  /** Its direct members; who is in several groups is in each. */
  readonly users: readonly UserAnswer[]
}

/** The users of a workspace by group (api.md section 12). */
export interface UsersByGroupAnswer {
  /** Groups with direct members, in the order of the tree. */
  readonly groups: readonly GroupUsersAnswer[]
}

/** A user who was added to a group (api.md section 5.1). */
export interface AddedUserAnswer {
  /** False: they were in the group already. */
  readonly added: boolean
  /** True: there was a user of that address before. */
  readonly exists: boolean
  /** Whether a mail went out. */
  readonly emailSent: boolean
  /** Who was added. */
  readonly user: UserAnswer
}

/** What became of an invitation. */
export interface InvitationAnswer {
  /** The address that was invited. */
  readonly email: string
  /** False: there is somebody of that address already. */
  readonly isInvited: boolean
  /** With `noConfirmEmail`: what the mail would have carried; null for who was not invited. */
  readonly confirmationId?: ConfirmationId | null
}

/** What became of each invitation (api.md section 5.2). */
export interface InvitationsAnswer {
  /** In the order given. */
  readonly invited: readonly InvitationAnswer[]
}

/** A change of address that was asked for (api.md section 3.1). */
export interface EmailRequestAnswer {
  /** With `noConfirmEmail`: what the mail would have carried. */
  readonly confirmationId?: ConfirmationId
}

/** A group and those right below it. */
export interface GroupWithChildrenAnswer {
  /** The group that was asked for; the top group without any. */
  readonly group: GroupAnswer
  /** By index. */
  readonly children: readonly GroupAnswer[]
}

/** The roles of an application. */
export interface RolesAnswer {
  /** In the order in which they were made. */
  readonly roles: readonly RoleAnswer[]
}

/** Who logged in. */
export interface LoginAnswer {
  /** Bearer token of their requests. */
  readonly token: string
}

/** A link to confirm an address that was followed (api.md section 3.2). */
export interface ConfirmedEmailAnswer extends LinkAnswer {
  /** Whose address it is. */
  readonly user: UserAnswer
  /** Top group of their current workspace; null while they are in none. */
  readonly group: GroupAnswer | null
}

/** A link of a registration that was followed (api.md section 4.2). */
export interface ConfirmedRegistrationAnswer extends LinkAnswer {
  /** Who registers. */
  readonly user: UserAnswer
}

/** A registration that is complete (api.md section 4.3). */
export interface RegisteredUserAnswer {
  /** Who registered. */
  readonly user: UserAnswer
  /** Bearer token of their requests. */
  readonly token: string
}
