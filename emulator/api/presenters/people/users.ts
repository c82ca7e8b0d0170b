import { type Lang, nameIn } from "../../../../src/model/index.ts"
import type { User } from "../../../../src/model/records/index.ts"
import type { HeldRole } from "../../../../src/people/index.ts"
import type { WireUserProfile, WireUserRole } from "../../contract/people-shapes/users.ts"

export const presentHeldRole = ({ role, application }: HeldRole, lang: Lang): WireUserRole => ({
  r_id: role.rId,
  role_name: role.name,
  role_id: role.displayId,
  p_id: application.pId,
  application_id: application.displayId,
  application_name: nameIn(application.name, lang),
  application_display_order: application.displayOrder,
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

export const presentNamedUser = ({ uId, username, email }: User) => ({ u_id: uId, username, email })

export const presentSeenUser = (user: User, profilePic: string) => ({
  ...presentNamedUser(user),
  profile_pic: profilePic,
  confirmed: user.confirmed,
  email_sent: user.emailSent,
})
