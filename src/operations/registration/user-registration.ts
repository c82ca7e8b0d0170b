import { issueConfirmation } from "../../confirmations/issue.ts"
import { type LandingPage, landingTarget } from "../../confirmations/redirect.ts"
import { publicCommand } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"
import type { ConfirmationId } from "../../ids.ts"
import { type MailStyle, queueMail, requireMailStyle } from "../../mail/queue-mail.ts"
import { requireEmailAddress } from "../../texts/email-address.ts"
import { findByIdentity, requireUsername } from "../../users/identity.ts"
import { makeUser } from "../../users/make-user.ts"

export interface UserRegistration {
  readonly email: string
  /** For a new user; absent: the local part of their address. */
  readonly username?: string | undefined
  /** Where the link of the mail leads. */
  readonly landing?: LandingPage
  readonly additionalInfo?: Readonly<Record<string, unknown>> | undefined
  readonly noConfirmEmail?: boolean | undefined
  /** How its mail is sent: template, sender and data. */
  readonly mail?: MailStyle | undefined
}

export interface Registration {
  readonly confirmationId: ConfirmationId
  readonly email: string
}

/** UserRegistration (api.md section 4.1): an unconfirmed user where there is none, a fresh confirmation, and its mail. */
export const userRegistration = publicCommand<UserRegistration, Registration>("UserRegistration", (tx, input) => {
  const email = requireEmailAddress(input.email)
  const username = input.username || undefined
  if (username !== undefined) requireUsername(username)
  const redirectTo = landingTarget(tx, input.landing ?? {})
  requireMailStyle(tx, "registration", input.mail)
  const known = findByIdentity(tx, { email, userCode: "", exclusiveWId: null })
  if (known?.confirmed && known.passwordHash !== null) throw invalidParams("the address is already registered")
  const user = known ?? makeUser(tx, { email, username, additionalInfo: input.additionalInfo })
  const confirmation = issueConfirmation(tx, { kind: "registration", user, redirectTo })
  const { confirmationId } = confirmation
  if (!input.noConfirmEmail) {
    const url = `${tx.baseUrl}/api/v0/users/registration/confirm?id=${confirmationId}`
    queueMail(tx, { kind: "registration", user, to: email, link: { url, confirmation }, style: input.mail })
  }
  return { confirmationId, email }
})
