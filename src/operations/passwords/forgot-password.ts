import * as z from "zod"
import { mailInput, publicCommand, queueMail, requireMailStyle } from "../../engine/index.ts"
import { requireEmailAddress } from "../../model/index.ts"
import { optionalId, optionalString } from "../../model/input/index.ts"
import type { User } from "../../model/records/index.ts"
import { issueConfirmation, passwordTarget } from "../../people/index.ts"
import type { Tx } from "../../state/index.ts"
import { findLogins, preferredUser } from "../sessions/login.ts"

/** Input properties that select a user and determine the link in the mail. */
export const passwordResetInput = () => ({
  email: z.string().describe("E-mail address"),
  host: optionalString("Scheme and host of the page that the link opens. Default: those of the management UI"),
  rootPath: optionalString("Path of that page before the ID. Default reset_password"),
  queryParams: optionalString("Query string of that page, without the ?"),
  exclusiveWId: optionalId().describe("The workspace of a workspace-only user"),
  userCode: optionalString(
    "Selects one of several users with the address; an empty string selects the user without a code",
  ),
  mail: mailInput(),
})

type PasswordReset = z.output<z.ZodObject<ReturnType<typeof passwordResetInput>>>

/** Mails a link for setting a new password to the user with the address. Returns whether there is such a user. (api.md section 2.1) */
export const forgotPassword = publicCommand({
  name: "ForgotPassword",
  summary: "Mails a link for setting a new password to a user who forgot the password",
  input: passwordResetInput,
  execute: (tx, _, input) => sendPasswordReset(tx, input, () => true),
})

/** Mails a link for setting a new password to the matching user for whom `among` returns true. Returns false if there is none. */
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
