import * as z from "zod"
import { command, nothing } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import { object } from "../../model/input/schemas.ts"
import { policyOf, requireAllowedPassword, setPasswordOf } from "../../people/users/password.ts"
import { revokeTokens } from "../../people/users/tokens.ts"

/** Changes the caller's password. (api.md section 2.4) */
export const setPassword = command({
  name: "SetPassword",
  summary: "Change the caller's password",
  input: () =>
    object({
      oldPassword: z.string().describe("The password up to now"),
      newPassword: z.string().describe("The new password; the workspace's policy binds it"),
      confirmPassword: z.string().describe("The new password once more"),
      token: z.string().describe("The token in use, which stays valid; all others of the user end").optional(),
    }),
  execute(tx, { principal: { user, wId }, engine: { ports } }, input): void {
    if (user.passwordHash === null || !ports.passwords.verify(input.oldPassword, user.passwordHash)) {
      throw invalidParams("old password is incorrect")
    }
    if (input.newPassword !== input.confirmPassword) throw invalidParams("the two new passwords differ")
    requireAllowedPassword(ports.passwords, policyOf(tx, wId), user, input.newPassword)
    setPasswordOf(tx, ports.passwords, user, input.newPassword)
    revokeTokens(tx, user, input.token)
  },
  answer: nothing,
})
