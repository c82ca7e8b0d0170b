import { isInWorkspace, profilePictureUrl, requireAdministeredWorkspace } from "../../access/index.ts"
import { type DomainResultOf, query } from "../../engine/index.ts"
import { invalidParams, targetNotFound } from "../../model/index.ts"
import { optionalId, optionalString } from "../../model/input/index.ts"
import { roleReader } from "../../people/index.ts"
import { answerHeldRole, answerUser } from "../answers/people.ts"
import { findLogins, preferredUser } from "../sessions/login.ts"

/** Returns a user of the current workspace. (api.md section 12) */
export const getUserInfoByAdmin = query({
  name: "GetUserInfoByAdmin",
  summary: "Returns a user of the workspace, found by address or user code",
  input: () => ({
    email: optionalString("E-mail address; this or the user code is required, and both must match if given"),
    userCode: optionalString("The user's code in the workspace"),
    exclusiveWId: optionalId().describe("The workspace of a workspace-only user"),
  }),
  authorize: requireAdministeredWorkspace,
  execute(view, { principal: actor }, input) {
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
  answer: ({ user, profilePic, userRoles }) => ({
    ...answerUser(user),
    profilePic,
    userRoles: userRoles.map(answerHeldRole),
  }),
})

export type UserForAdmin = DomainResultOf<typeof getUserInfoByAdmin>
