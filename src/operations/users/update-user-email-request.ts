import { issueConfirmation } from "../../confirmations/issue.ts"
import { landingTarget } from "../../confirmations/redirect.ts"
import { anybody, command } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"
import type { ConfirmationId } from "../../ids.ts"
import { type MailStyle, queueMail, requireMailStyle } from "../../mail/queue-mail.ts"
import { requireEmailAddress } from "../../texts/email-address.ts"
import { findClash, refuseClash } from "../../users/identity.ts"

export interface UpdateUserEmailRequest {
  /** The new address. */
  readonly email: string
  readonly registrationPath?: string | undefined
  readonly noConfirmEmail?: boolean | undefined
  /** How its mail is sent: template, sender and data. */
  readonly mail?: MailStyle | undefined
}

/** UpdateUserEmailRequest (api.md section 3.1): a link goes to the new address. */
export const updateUserEmailRequest = command("UpdateUserEmailRequest", {
  enter: anybody,
  run(tx, { actor: { user } }, input: UpdateUserEmailRequest): ConfirmationId {
    const tmpEmail = requireEmailAddress(input.email)
    if (tmpEmail === user.email) throw invalidParams("this is your address already")
    refuseClash(findClash(tx, { ...user, email: tmpEmail }, [], user.uId))
    const redirectTo = landingTarget(tx, { path: input.registrationPath })
    requireMailStyle(tx, "email", input.mail)
    const confirmation = issueConfirmation(tx, { kind: "email", user, tmpEmail, redirectTo })
    const { confirmationId } = confirmation
    if (!input.noConfirmEmail) {
      const url = `${tx.baseUrl}/api/v0/users/confirmations/${confirmationId}`
      queueMail(tx, { kind: "email", user, to: tmpEmail, link: { url, confirmation }, style: input.mail })
    }
    return confirmationId
  },
})
