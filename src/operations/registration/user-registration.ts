import * as z from "zod"
import { mailInput, publicCommand, queueMail, requireMailStyle } from "../../engine/index.ts"
import { invalidParams, requireEmailAddress } from "../../model/index.ts"
import { anyObject, object, optionalBoolean, optionalString } from "../../model/input/index.ts"
import { findByIdentity, issueConfirmation, makeUser, redirectTarget, requireUsername } from "../../people/index.ts"

/** Creates an unconfirmed user if the address is unknown. Mails a new confirmation link to the address. (api.md section 4.1) */
export const userRegistration = publicCommand({
  name: "UserRegistration",
  summary: "Requests an account and mails a confirmation link",
  input: () => ({
    email: z.string().describe("E-mail address"),
    username: optionalString("Name of a new user. Default: the local part of the address"),
    landing: object({
      path: optionalString("Target of the mail's link: an absolute URL or a path. Default confirm_email"),
      hostname: optionalString("Host for a relative path"),
      protocol: optionalString("Protocol for a relative path: http or https. Default https"),
    })
      .describe("Target of the mail's link")
      .optional(),
    additionalInfo: anyObject().describe("Additional data of the user, by key").optional(),
    noConfirmEmail: optionalBoolean("True: no mail is sent. Default false"),
    mail: mailInput(),
  }),
  execute(tx, _, input) {
    const email = requireEmailAddress(input.email)
    const username = input.username || undefined
    if (username !== undefined) requireUsername(username)
    const redirectTo = redirectTarget(tx, input.landing ?? {})
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
