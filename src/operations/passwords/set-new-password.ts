import * as z from "zod"
import { useUp } from "../../people/confirmations/issue.ts"
import { requirePending } from "../../people/confirmations/life.ts"
import { nothing, publicCommand } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import { object } from "../../model/input/schemas.ts"
import { mailInput } from "../../mail/mail-input.ts"
import { queueMail, requireMailStyle } from "../../engine/mail/queue-mail.ts"
import { policyOf, requireAllowedPassword, setPasswordOf } from "../../people/users/password.ts"
import { revokeTokens } from "../../people/users/tokens.ts"

/**
 * Sets a password. Whoever has the link owns the mailbox, so the user is confirmed; all their tokens end. (api.md section 2.2)
 */
export const setNewPassword = publicCommand({
  name: "SetNewPassword",
  summary: "Set a new password with the ID of a mailed link",
  input: () =>
    object({
      id: z.string().describe("The confirmation's ID, from the link of the mail"),
      newPassword: z.string().describe("The new password; the workspace's policy binds it"),
      confirmPassword: z.string().describe("The new password once more"),
      sendPasswordToEmail: z.boolean().describe("True: a mail says that it is done. Default false").optional(),
      noConfirmEmail: z.boolean().describe("True: no mail is sent, whatever sendPasswordToEmail says").optional(),
      mail: mailInput(),
    }),
  execute(tx, { ports }, input): void {
    const confirmation = requirePending(tx, input.id, ["password"])
    if (input.newPassword !== input.confirmPassword) throw invalidParams("the two new passwords differ")
    requireMailStyle(tx, "completion", input.mail)
    const user = tx.expect("users", confirmation.uId)
    requireAllowedPassword(ports.passwords, policyOf(tx, user.currentWId), user, input.newPassword)
    setPasswordOf(tx, ports.passwords, user, input.newPassword, { confirmed: true })
    useUp(tx, confirmation)
    revokeTokens(tx, user)
    if (input.sendPasswordToEmail && !input.noConfirmEmail) {
      queueMail(tx, { kind: "completion", user, to: user.email, style: input.mail })
    }
  },
  answer: nothing,
})
