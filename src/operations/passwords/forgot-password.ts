import * as z from "zod"
import { issueConfirmation } from "../../people/confirmations/issue.ts"
import { passwordTarget } from "../../people/confirmations/redirect.ts"
import { publicCommand } from "../../engine/operation.ts"
import { object, optionalId } from "../../model/input/schemas.ts"
import { mailInput } from "../../mail/mail-input.ts"
import { queueMail, requireMailStyle } from "../../engine/mail/queue-mail.ts"
import type { User } from "../../model/records/user.ts"
import type { Tx } from "../../state/tx.ts"
import { requireEmailAddress } from "../../texts/email-address.ts"
import { findLogins, preferredUser } from "../sessions/login.ts"

/** Whose password is to be set, and how they are written to. */
export const passwordResetInput = () =>
  object({
    email: z.string().describe("E-mail address"),
    host: z
      .string()
      .describe("Scheme and host of the page that the link leads to; the management UI's when absent")
      .optional(),
    rootPath: z.string().describe("Path of that page before the ID. Default reset_password").optional(),
    queryParams: z.string().describe("Text after the ? of its address, without the ?").optional(),
    exclusiveWId: optionalId().describe("Workspace of a user who is in that one only"),
    userCode: z
      .string()
      .describe("Picks one of several users who share the address; an empty one picks the user without a code")
      .optional(),
    mail: mailInput(),
  })

type PasswordReset = z.output<ReturnType<typeof passwordResetInput>>

/** Mails a link to the account that matches, and returns whether one does. (api.md section 2.1) */
export const forgotPassword = publicCommand({
  name: "ForgotPassword",
  summary: "Mail a link for setting a new password",
  input: passwordResetInput,
  execute: (tx, _, input) => sendPasswordReset(tx, input, () => true),
})

/** Sends a confirmation to the account that is meant, if it is `among` those that count. */
export function sendPasswordReset(tx: Tx, input: PasswordReset, among: (user: User) => boolean): boolean {
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
