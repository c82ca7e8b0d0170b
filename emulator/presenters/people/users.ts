import {
  type GroupMember,
  type HeldRole,
  type Lang,
  NEVER,
  nameIn,
  type User,
  type UserInfo,
  type UserSeenByAdmin,
} from "../../../src/index.ts"
import { presentSeconds } from "../instants.ts"

/** An element of `user_roles` (api.md section 1.1). */
export const presentHeldRole = ({ role, application }: HeldRole, lang: Lang) => ({
  r_id: role.rId,
  role_name: role.name,
  role_id: role.displayId,
  p_id: application.pId,
  application_id: application.displayId,
  application_name: nameIn(application.name, lang),
  application_display_order: application.displayOrder,
})

const additionalInfo = ({ additionalInfo: info }: User) => (info === null ? {} : { additional_info: info })

/** GetUserInfo (api.md section 1.1). */
export const presentUserInfo = (
  { user, currentWId, profilePic, isWsAdmin, userRoles, userGroups }: UserInfo,
  lang: Lang,
) => ({
  u_id: user.uId,
  username: user.username,
  email: user.email,
  profile_pic: profilePic,
  current_workspace_id: currentWId ?? "",
  is_ws_admin: isWsAdmin,
  user_roles: userRoles.map((held) => presentHeldRole(held, lang)),
  user_groups: userGroups.map((group) => ({ g_id: group.gId, group_name: group.name, group_id: group.displayId })),
  last_login_datetime: user.lastLoginAt === null ? NEVER : presentSeconds(user.lastLoginAt),
  user_code: user.userCode,
  ...additionalInfo(user),
})

/** `user_profile` of api.md section 5.1. */
export const presentUserProfile = (user: User, profilePic: string) => ({
  confirmed: user.confirmed,
  email: user.email,
  email_sent: user.emailSent,
  profile_pics: [{ mediaLink: profilePic }],
  u_id: user.uId,
  user_code: user.userCode,
  username: user.username,
})

/** An element of GetUsersInGroup (api.md section 12). */
export const presentGroupMember = ({ user, profilePic, isSv, userRoles }: GroupMember, lang: Lang) => ({
  u_id: user.uId,
  username: user.username,
  email: user.email,
  profile_pic: profilePic,
  confirmed: user.confirmed,
  email_sent: user.emailSent,
  is_sv: isSv,
  user_roles: userRoles.map((held) => presentHeldRole(held, lang)),
  user_code: user.userCode,
  ...additionalInfo(user),
})

/** GetUserInfoByAdmin (api.md section 12). */
export const presentUserSeenByAdmin = ({ user, profilePic, userRoles }: UserSeenByAdmin, lang: Lang) => ({
  u_id: user.uId,
  username: user.username,
  email: user.email,
  profile_pic: profilePic,
  confirmed: user.confirmed,
  email_sent: user.emailSent,
  user_roles: userRoles.map((held) => presentHeldRole(held, lang)),
  user_code: user.userCode,
})
