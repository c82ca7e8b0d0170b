import * as z from "zod"
import { confirmUserEmail, updateUserEmail, updateUserEmailRequest } from "../../../../../src/operations/list.ts"
import { redirectReply, wantsJson } from "../../../../wire/index.ts"
import { presentConfirmedEmail } from "../../../presenters/people/confirmations.ts"
import { row } from "../../declared-row.ts"
import { confirmedEmail } from "../../people-shapes/confirmations.ts"
import { answerOf } from "../../shapes.ts"
import { mailWire } from "../../wire-input/mail-wire.ts"

/** Operations that change a user's e-mail address (api.md section 3). */
export const emailRows = {
  updateUserEmailRequest: row(updateUserEmailRequest, "post /users/email", {
    wire: mailWire("email_templates_id"),
    answer: answerOf(() => ({
      error: z.null().describe("The errors; null or empty if there are none"),
      confirmation_id: z.string().optional().describe("Confirmation ID from the link in the mail"),
    })),
    present: (confirmationId, { input }) => ({
      error: null,
      ...(input.noConfirmEmail ? { confirmation_id: confirmationId } : {}),
    }),
    source: "seed",
  }),
  confirmUserEmail: row(confirmUserEmail, "get /users/confirmations/:confirmation_id", {
    answer: { kind: "redirect", json: confirmedEmail },
    present: (confirmed, { headers }) =>
      wantsJson(headers) ? presentConfirmedEmail(confirmed) : redirectReply(confirmed.confirmation.redirectTo),
    source: "seed",
  }),
  updateUserEmail: row(updateUserEmail, "post /users/confirmations", {
    auth: "optional",
    wire: { uId: null },
    toInput: ({ uId }) => ({ uId: uId ?? undefined }),
    answer: answerOf(() => ({})),
    present: () => ({}),
    source: "seed",
  }),
} as const
