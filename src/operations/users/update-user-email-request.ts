import * as z from "zod"
import { command, mailInput, queueMail, requireMailStyle } from "../../engine/index.ts"
import { type ConfirmationId, invalidParams, requireEmailAddress } from "../../model/index.ts"
import { optionalBoolean, optionalString } from "../../model/input/index.ts"
import { findClash, issueConfirmation, redirectTarget, refuseClash } from "../../people/index.ts"

/** Requests a new e-mail address for the caller and mails a confirmation link to the new address. (api.md section 3.1) */
export const updateUserEmailRequest = command({
  name: "UpdateUserEmailRequest",
  summary: "Requests a change of the caller's address and mails a link to the new address",
  input: () => ({
    email: z.string().describe("The new address"),
    registrationPath: optionalString(
      "Target of the mail's link: an absolute URL or a path. Default: a page of the management UI",
    ),
    noConfirmEmail: optionalBoolean("True: no mail is sent, and the answer has the confirmation's ID. Default false"),
    mail: mailInput(),
  }),
  execute(tx, { principal: { user } }, input): ConfirmationId {
    const tmpEmail = requireEmailAddress(input.email)
    if (tmpEmail === user.email) throw invalidParams("the address is already your address")
    refuseClash(findClash(tx, { ...user, email: tmpEmail }, [], user.uId))
    const redirectTo = redirectTarget(tx, { path: input.registrationPath })
    requireMailStyle(tx, "email", input.mail)
    const confirmation = issueConfirmation(tx, { kind: "email", user, tmpEmail, redirectTo })
    const { confirmationId } = confirmation
    if (!input.noConfirmEmail) {
      const url = `${tx.baseUrl}/api/v0/users/confirmations/${confirmationId}`
      queueMail(tx, { kind: "email", user, to: tmpEmail, link: { url, confirmation }, style: input.mail })
    }
    return confirmationId
  },
  // Contains the confirmation ID only if the request asked for no mail.
  answer: (confirmationId, _, { noConfirmEmail }) => (noConfirmEmail === true ? { confirmationId } : {}),
})
