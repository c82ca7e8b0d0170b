import { issueConfirmation } from "../../confirmations/issue.ts"
import { type PasswordPage, passwordTarget } from "../../confirmations/redirect.ts"
import { publicCommand } from "../../engine/use-case.ts"
import { type MailStyle, queueMail, requireMailStyle } from "../../mail/queue-mail.ts"
import type { User } from "../../records/user.ts"
import type { Tx } from "../../state/tx.ts"
import { requireEmailAddress } from "../../texts/email-address.ts"
import { findLogins, preferredUser } from "../sessions/login.ts"

export interface ForgotPassword extends PasswordPage {
  readonly email: string
  /** ID of the workspace that the user belongs to alone. */
  readonly exclusiveWId?: string | undefined
  /** Picks one of several users who share the address; `""` picks the one without a code. */
  readonly userCode?: string | undefined
  /** How its mail is sent: template, sender and data. */
  readonly mail?: MailStyle | undefined
}

/** ForgotPassword (api.md section 2.1): answers whether an account matched; it is sent a link. */
export const forgotPassword = publicCommand<ForgotPassword, boolean>("ForgotPassword", (tx, input) =>
  sendPasswordReset(tx, input, () => true),
)

/** Sends a confirmation to the account that is meant, if it is `among` those that count. */
export function sendPasswordReset(tx: Tx, input: ForgotPassword, among: (user: User) => boolean): boolean {
  const email = requireEmailAddress(input.email)
  const redirectTo = passwordTarget(tx, input)
  requireMailStyle(tx, "password", input.mail)
  const { userCode, exclusiveWId } = input
  const isNamed = (user: User): boolean => userCode === undefined || user.userCode === userCode
  const user = preferredUser(findLogins(tx, { email, exclusiveWId }).filter((one) => isNamed(one) && among(one)))
  if (user === undefined) return false
  const confirmation = issueConfirmation(tx, { kind: "password", user, redirectTo })
  const url = `${tx.baseUrl}/api/v0/users/password/validate?id=${confirmation.confirmationId}`
  queueMail(tx, { kind: "password", user, to: user.email, link: { url, confirmation }, style: input.mail })
  return true
}
