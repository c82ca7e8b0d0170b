import * as z from "zod"
import { command } from "../../engine/index.ts"
import { invalidParams } from "../../model/index.ts"
import { optionalString } from "../../model/input/index.ts"
import { policyOf, requireAllowedPassword, revokeTokens, setPasswordOf } from "../../people/index.ts"

/** Changes the caller's password. (api.md section 2.4) */
export const setPassword = command({
  name: "SetPassword",
  summary: "Changes the caller's password",
  input: () => ({
    oldPassword: z.string().describe("The current password"),
    newPassword: z.string().describe("The new password; it must satisfy the workspace's policy"),
    confirmPassword: z.string().describe("The new password again"),
    token: optionalString("The token in use, which stays valid; all others of the user end"),
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
})
