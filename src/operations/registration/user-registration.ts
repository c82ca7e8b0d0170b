import * as z from "zod"
import { issueConfirmation } from "../../people/confirmations/issue.ts"
import { landingTarget } from "../../people/confirmations/redirect.ts"
import { publicCommand } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import type { ConfirmationId } from "../../model/ids.ts"
import { anyObject, object } from "../../model/input/schemas.ts"
import { mailInput } from "../../mail/mail-input.ts"
import { queueMail, requireMailStyle } from "../../engine/mail/queue-mail.ts"
import { requireEmailAddress } from "../../texts/email-address.ts"
import { findByIdentity, requireUsername } from "../../people/users/identity.ts"
import { makeUser } from "../../people/users/make-user.ts"

export interface Registration {
  readonly confirmationId: ConfirmationId
  readonly email: string
}

/** Makes an unconfirmed user where there is none, a fresh confirmation, and its mail. (api.md section 4.1) */
export const userRegistration = publicCommand({
  name: "UserRegistration",
  summary: "Ask for an account; a confirmation link is mailed",
  input: () =>
    object({
      email: z.string().describe("E-mail address"),
      username: z.string().describe("Name of a new user; the local part of the address when absent").optional(),
      landing: object({
        path: z
          .string()
          .describe("Where the link of the mail leads: an absolute URL, or a path. Default confirm_email")
          .optional(),
        hostname: z.string().describe("Host of the page that a relative path is of").optional(),
        protocol: z.string().describe("http or https, of that page. Default https").optional(),
      })
        .describe("Where the link of the mail leads")
        .optional(),
      additionalInfo: anyObject().describe("Anything a program keeps of the user, by key").optional(),
      noConfirmEmail: z.boolean().describe("True: no mail is sent. Default false").optional(),
      mail: mailInput(),
    }),
  execute(tx, _, input): Registration {
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
  },
})
