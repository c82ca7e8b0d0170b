import * as z from "zod"
import { mailInput, publicCommand, queueMail, requireMailStyle } from "../../engine/index.ts"
import { invalidParams } from "../../model/index.ts"
import { optionalBoolean } from "../../model/input/index.ts"
import {
  policyOf,
  requireAllowedPassword,
  requirePending,
  revokeTokens,
  setPasswordOf,
  useUp,
} from "../../people/index.ts"

/** Sets a user's new password by the ID from a mail. Revokes the user's tokens and marks the user as confirmed. (api.md section 2.2) */
export const setNewPassword = publicCommand({
  name: "SetNewPassword",
  summary: "Sets a new password with the ID from a mailed link",
  input: () => ({
    id: z.string().describe("ID of the confirmation, from the link of the mail"),
    newPassword: z.string().describe("The new password; it must satisfy the workspace's policy"),
    confirmPassword: z.string().describe("The new password again"),
    sendPasswordToEmail: optionalBoolean("True: confirms the change by mail. Default false"),
    noConfirmEmail: optionalBoolean("True: sends no mail, even with sendPasswordToEmail"),
    mail: mailInput(),
  }),
  execute(tx, { ports }, input): void {
    const confirmation = requirePending(tx, input.id, ["password"])
    if (input.newPassword !== input.confirmPassword) throw invalidParams("the two new passwords differ")
    requireMailStyle(tx, "completion", input.mail)
    const user = tx.expect("users", confirmation.uId)
    requireAllowedPassword(ports.passwords, policyOf(tx, user.currentWId), user, input.newPassword)
    useUp(tx, confirmation)
    setPasswordOf(tx, ports.passwords, user, input.newPassword, { confirmed: true })
    revokeTokens(tx, user)
    if (input.sendPasswordToEmail && !input.noConfirmEmail) {
      queueMail(tx, { kind: "completion", user, to: user.email, style: input.mail })
    }
  },
})
