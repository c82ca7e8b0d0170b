import type {
  GroupAnswer,
  GroupUsersAnswer,
  HeldRoleAnswer,
  LinkAnswer,
  UserAnswer,
  UserInfoAnswer,
} from "../../../src/inside.ts"
import type { WireUserRole } from "../../contract/rows/people/current-user.ts"
import type { WireGroup, WireNewGroup, WireTree } from "../../contract/rows/people/groups.ts"
import type { WireUserProfile } from "../../contract/rows/people/users.ts"
import { asId } from "../natural-answers.ts"

/** A user as other operations name them. */
export type NamedUser = Pick<UserAnswer, "uId" | "username" | "email">

/** A user as the API tells of them in lists. */
export type SeenUser = Pick<UserAnswer, "uId" | "email" | "username" | "userCode" | "confirmed">

/** A role that is held; the API does not tell its type. */
export type SeenHeldRole = Omit<HeldRoleAnswer, "type">

/** A group; the API does not tell here whether it is the top one. */
export type SeenGroup = Omit<GroupAnswer, "isRoot">

/** Who is logged in; `lastLoginAt` to the second. */
export interface SeenUserInfo
  extends NamedUser,
    Pick<UserInfoAnswer, "userCode" | "additionalInfo" | "lastLoginAt" | "currentWId" | "profilePic" | "isWsAdmin"> {
  /** Roles that they hold in the current workspace, themselves or by a group. */
  readonly userRoles: readonly SeenHeldRole[]
  /** Groups of the current workspace that they are in. */
  readonly userGroups: readonly Pick<GroupAnswer, "gId" | "displayId" | "name">[]
}

/** A user as administrators see them. */
export interface SeenUserByAdmin extends SeenUser {
  /** Whether a mail went out to them. */
  readonly emailSent: boolean
  /** Where their picture is. */
  readonly profilePic: string
  /** Roles that they hold in the current workspace, themselves or by a group. */
  readonly userRoles: readonly SeenHeldRole[]
}

/** A member of a group. */
export interface SeenGroupMember extends SeenUserByAdmin {
  /** Whether they administer one of the groups listed. */
  readonly isSv: boolean
  /** What applications keep of them. */
  readonly additionalInfo: UserAnswer["additionalInfo"]
}

/** The users of a group, which is named by its ID alone. */
export interface SeenGroupUsers extends Pick<GroupUsersAnswer, "gId"> {
  /** Its direct members. */
  readonly users: readonly Pick<UserAnswer, "uId" | "username" | "createdAt" | "updatedAt">[]
}

/** A group with all below it. */
export interface SeenGroupTree extends Pick<GroupAnswer, "gId" | "displayId" | "name"> {
  /** By index. */
  readonly children: readonly SeenGroupTree[]
}

/** A link of a mail that was followed; where a browser would go, `raw` tells. */
export interface SeenLink extends Pick<LinkAnswer, "email" | "isElapsed"> {
  /** Whose it is. */
  readonly user: Pick<UserAnswer, "uId" | "username" | "confirmed">
}

export const readUser = (user: {
  readonly u_id: string
  readonly username: string
  readonly email: string
}): NamedUser => ({ uId: asId(user.u_id), username: user.username, email: user.email })

export const readProfile = (user: WireUserProfile): SeenUser => ({
  ...readUser(user),
  userCode: user.user_code ?? "",
  confirmed: user.confirmed,
})

export const readHeldRole = (role: WireUserRole): SeenHeldRole => ({
  rId: asId(role.r_id),
  displayId: role.role_id,
  name: role.role_name,
  application: role.application_id,
})

export const readGroup = (group: WireGroup): SeenGroup => ({
  gId: asId(group.g_id),
  displayId: group.group_id,
  name: group.name,
  index: group.index,
})

/** Groups that were made are told of in full. */
export const readNewGroup = (
  group: Pick<WireNewGroup, "g_id" | "display_id" | "name" | "index" | "is_root">,
): GroupAnswer => ({
  gId: asId(group.g_id),
  displayId: group.display_id,
  name: group.name,
  index: group.index,
  isRoot: group.is_root,
})

export const readTree = ({ id, display_id, name, childGroups }: WireTree): SeenGroupTree => ({
  gId: asId(id),
  displayId: display_id,
  name,
  children: childGroups.map(readTree),
})
