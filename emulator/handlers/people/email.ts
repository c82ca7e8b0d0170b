import { operations, publicOperations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import { handler } from "../../http/handler.ts"
import { presentConfirmedEmail } from "../../presenters/people/confirmations.ts"
import { wantsJson } from "../../wire/accept.ts"
import { redirectReply } from "../../wire/reply.ts"
import { mailStyle } from "./mail-style.ts"

export const emailHandlers = {
  updateUserEmailRequest: handle(table.updateUserEmailRequest, operations.updateUserEmailRequest, {
    input: ({ body }) => ({
      email: body.email,
      registrationPath: body.registration_path,
      noConfirmEmail: body.no_confirm_email,
      mail: mailStyle(body, body.email_templates_id),
    }),
    present: (confirmationId, { body }) => ({
      error: null,
      ...(body.no_confirm_email ? { confirmation_id: confirmationId } : {}),
    }),
  }),
  confirmUserEmail: handler(table.confirmUserEmail, async ({ visitor, params, facts }) => {
    const confirmed = await publicOperations.confirmUserEmail(visitor, { confirmationId: params.confirmation_id ?? "" })
    if (!wantsJson(facts.headers)) return redirectReply(confirmed.confirmation.redirectTo)
    return presentConfirmedEmail(confirmed)
  }),
  updateUserEmail: handler(table.updateUserEmail, async ({ visitor, body, uId }) => {
    await publicOperations.updateUserEmail(visitor, { confirmationId: body.confirmation_id, uId })
    return {}
  }),
}
