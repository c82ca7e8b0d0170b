import * as z from "zod"
import { issueConfirmation } from "../../people/confirmations/issue.ts"
import { landingTarget } from "../../people/confirmations/redirect.ts"
import { command } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import type { ConfirmationId } from "../../model/ids.ts"
import { object } from "../../model/input/schemas.ts"
import { mailInput } from "../../mail/mail-input.ts"
import { queueMail, requireMailStyle } from "../../engine/mail/queue-mail.ts"
import { requireEmailAddress } from "../../texts/email-address.ts"
import { findClash, refuseClash } from "../../people/users/identity.ts"
import type { EmailRequestAnswer } from "../answers/people-answers.ts"

/** Asks for a change of address: a link goes to the new one. (api.md section 3.1) */
export const updateUserEmailRequest = command({
  name: "UpdateUserEmailRequest",
  summary: "Ask for a change of the caller's address; a link goes to the new one",
  input: () =>
    object({
      email: z.string().describe("The new address"),
      registrationPath: z
        .string()
        .describe(
          "Where the link of the mail leads: an absolute URL, or a path; a page of the management UI when absent",
        )
        .optional(),
      noConfirmEmail: z
        .boolean()
        .describe("True: no mail is sent, and the answer has the confirmation's ID. Default false")
        .optional(),
      mail: mailInput(),
    }),
  execute(tx, { principal: { user } }, input): ConfirmationId {
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
  // The ID is in the answer only when no mail carries it.
  answer: (confirmationId, _, { noConfirmEmail }): EmailRequestAnswer =>
    noConfirmEmail === true ? { confirmationId } : {},
})
