import { requireAdministeredWorkspace } from "../../access/group-admin.ts"
import { query } from "../../engine/use-case.ts"
import { invalidParams, targetNotFound } from "../../error.ts"
import { isInWorkspace } from "../../groups/membership.ts"
import type { User } from "../../records/user.ts"
import { type HeldRole, roleReader } from "../../users/held-roles.ts"
import { profilePictureUrl } from "../../users/profile-picture.ts"
import { findLogins, preferredUser } from "../sessions/login.ts"

export interface GetUserInfoByAdmin {
  /** One of the two is required; with both, both must fit. */
  readonly email?: string | undefined
  readonly userCode?: string | undefined
  /** ID of the workspace that the user belongs to alone. */
  readonly exclusiveWId?: string | undefined
}

export interface UserSeenByAdmin {
  /** The user. */
  readonly user: User
  readonly profilePic: string
  readonly userRoles: readonly HeldRole[]
}

/** GetUserInfoByAdmin (api.md section 12): a user of the current workspace. */
export const getUserInfoByAdmin = query({
  enter: requireAdministeredWorkspace,
  run(view, { actor }, input: GetUserInfoByAdmin): UserSeenByAdmin {
    const email = input.email || undefined
    const userCode = input.userCode || undefined
    if (email === undefined && userCode === undefined) throw invalidParams("email or user_code is required")
    const found = findLogins(view, { email, userCode, exclusiveWId: input.exclusiveWId })
    const user = preferredUser(found.filter((one) => isInWorkspace(one, actor.wId)))
    if (user === undefined) throw targetNotFound(`user not found: ${email ?? userCode}`)
    return {
      user,
      profilePic: profilePictureUrl(view, user.uId),
      userRoles: roleReader(view, actor.wId)(user),
    }
  },
})
