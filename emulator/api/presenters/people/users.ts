import { type Lang, NEVER, nameIn } from "../../../../src/model/index.ts"
import type { Group, User } from "../../../../src/model/records/index.ts"
import type {
  GroupMember,
  GroupUsers,
  HandledMembers,
  Invited,
  UserForAdmin,
  UserInfo,
} from "../../../../src/operations/index.ts"
import type { HeldRole } from "../../../../src/people/index.ts"
import type { WireUserInfo, WireUserRole } from "../../contract/people-shapes/current-user.ts"
import type {
  WireGroupMembers,
  WireHandledMembers,
  WireInvitations,
  WireUserProfile,
  WireUserSeenByAdmin,
  WireUsersByGroup,
} from "../../contract/people-shapes/users.ts"
import { presentSeconds } from "../instants.ts"

export const presentHeldRole = ({ role, application }: HeldRole, lang: Lang): WireUserRole => ({
  r_id: role.rId,
  role_name: role.name,
  role_id: role.displayId,
  p_id: application.pId,
  application_id: application.displayId,
  application_name: nameIn(application.name, lang),
  application_display_order: application.displayOrder,
})

export const presentUserInfo = (
  { user, currentWId, profilePic, isWsAdmin, userRoles, userGroups }: UserInfo,
  lang: Lang,
): WireUserInfo => ({
  u_id: user.uId,
  username: user.username,
  email: user.email,
  profile_pic: profilePic,
  current_workspace_id: currentWId ?? "",
  is_ws_admin: isWsAdmin,
  user_roles: userRoles.map((held) => presentHeldRole(held, lang)),
  user_groups: userGroups.map(presentUserGroup),
  last_login_datetime: user.lastLoginAt === null ? NEVER : presentSeconds(user.lastLoginAt),
  user_code: user.userCode,
  additional_info: user.additionalInfo ?? undefined,
})

const presentUserGroup = ({ gId, name, displayId }: Group): WireUserInfo["user_groups"][number] => ({
  g_id: gId,
  group_name: name,
  group_id: displayId,
})

export const presentUserProfile = (user: User, profilePic: string): WireUserProfile => ({
  confirmed: user.confirmed,
  email: user.email,
  email_sent: user.emailSent,
  profile_pics: [{ mediaLink: profilePic }],
  u_id: user.uId,
  user_code: user.userCode,
  username: user.username,
})

export const presentGroupMember = (
  { user, profilePic, isSv, userRoles }: GroupMember,
  lang: Lang,
): WireGroupMembers["members"][number] => ({
  u_id: user.uId,
  username: user.username,
  email: user.email,
  profile_pic: profilePic,
  confirmed: user.confirmed,
  email_sent: user.emailSent,
  is_sv: isSv,
  user_roles: userRoles.map((held) => presentHeldRole(held, lang)),
  user_code: user.userCode,
  additional_info: user.additionalInfo ?? undefined,
})

export const presentUserSeenByAdmin = (
  { user, profilePic, userRoles }: UserForAdmin,
  lang: Lang,
): WireUserSeenByAdmin => ({
  u_id: user.uId,
  username: user.username,
  email: user.email,
  profile_pic: profilePic,
  confirmed: user.confirmed,
  email_sent: user.emailSent,
  user_roles: userRoles.map((held) => presentHeldRole(held, lang)),
  user_code: user.userCode,
})

export const presentHandledMembers = (handled: HandledMembers): WireHandledMembers => ({
  has_error: false,
  result: handled,
})

/** Builds the response of UserInvite (api.md section 5.2). Contains confirmation IDs only if `includesIds` is true. */
export const presentInvited = (invited: readonly Invited[], includesIds: boolean | undefined): WireInvitations =>
  invited.map(({ email, confirmationId }) => {
    if (confirmationId === null) return { email, stats: 400 }
    return includesIds ? { email, confirmation_id: confirmationId } : { email, stats: 200 }
  })

/** Builds the response of GetUsersInWorkspace: users by group (api.md section 12). */
export const presentUsersByGroup = (groups: readonly GroupUsers[]): WireUsersByGroup =>
  Object.fromEntries(groups.map(({ gId, users }) => [gId, users.map(presentWorkspaceUser)]))

const presentWorkspaceUser = (user: User): WireUsersByGroup[string][number] => ({
  id: user.uId,
  u_id: user.uId,
  username: user.username,
  access_key: user.accessKey,
  created_at: user.createdAt,
  updated_at: user.updatedAt,
})
