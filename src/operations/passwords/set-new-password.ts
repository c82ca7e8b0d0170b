import { useUp } from "../../confirmations/issue.ts"
import { requirePending } from "../../confirmations/life.ts"
import { publicCommand } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"
import { type MailStyle, queueMail, requireMailStyle } from "../../mail/queue-mail.ts"
import { policyOf, requireAllowedPassword, setPasswordOf } from "../../users/password.ts"
import { revokeTokens } from "../../users/tokens.ts"

export interface SetNewPassword {
  /** ID of the confirmation that the link carries. */
  readonly id: string
  readonly newPassword: string
  readonly confirmPassword: string
  readonly sendPasswordToEmail?: boolean | undefined
  /** Keeps the mail from being sent all the same. */
  readonly noConfirmEmail?: boolean | undefined
  /** How its mail is sent: template, sender and data. */
  readonly mail?: MailStyle | undefined
}

/**
 * SetNewPassword (api.md section 2.2): whoever has the link owns the mailbox, so the user is confirmed; all their tokens
 * end.
 */
export const setNewPassword = publicCommand<SetNewPassword, void>("SetNewPassword", (tx, input, { ports }) => {
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
})
