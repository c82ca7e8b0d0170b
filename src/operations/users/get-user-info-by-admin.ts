import * as z from "zod"
import { requireAdministeredWorkspace } from "../../access/group-admin.ts"
import { answerHeldRole, answerUser } from "../../answers/people.ts"
import { query } from "../../engine/operation.ts"
import { invalidParams, targetNotFound } from "../../model/error.ts"
import { isInWorkspace } from "../../groups/membership.ts"
import { object, optionalId } from "../../model/input/schemas.ts"
import type { User } from "../../model/records/user.ts"
import { type HeldRole, roleReader } from "../../people/users/held-roles.ts"
import { profilePictureUrl } from "../../users/profile-picture.ts"
import type { UserByAdminAnswer } from "../answers/people-answers.ts"
import { findLogins, preferredUser } from "../sessions/login.ts"

export interface UserSeenByAdmin {
  /** The user. */
  readonly user: User
  readonly profilePic: string
  readonly userRoles: readonly HeldRole[]
}

/** Returns a user of the current workspace. (api.md section 12) */
export const getUserInfoByAdmin = query({
  name: "GetUserInfoByAdmin",
  summary: "A user of the workspace by address or user code",
  input: () =>
    object({
      email: z
        .string()
        .describe("E-mail address; it or the user code is required, with both, both must fit")
        .optional(),
      userCode: z.string().describe("The code that the user's workspace calls them").optional(),
      exclusiveWId: optionalId().describe("Workspace of a user who is in that one only"),
    }),
  authorize: requireAdministeredWorkspace,
  execute(view, { principal: actor }, input): UserSeenByAdmin {
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
  answer: ({ user, profilePic, userRoles }): UserByAdminAnswer => ({
    ...answerUser(user),
    profilePic,
    userRoles: userRoles.map(answerHeldRole),
  }),
})
