import { confirmUserEmail, runUseCase, updateUserEmail, updateUserEmailRequest } from "../../../src/index.ts"
import type { table } from "../../contract/table.ts"
import { wantsJson } from "../../http/accept.ts"
import { handler } from "../../http/handler.ts"
import { redirectReply } from "../../http/reply.ts"
import { presentConfirmedEmail } from "../../presenters/people/confirmations.ts"
import { mailStyle } from "./mail-style.ts"

export const emailHandlers = {
  updateUserEmailRequest: handler<typeof table.updateUserEmailRequest>(async ({ caller, body }) => {
    const confirmationId = await runUseCase(caller, updateUserEmailRequest, {
      email: body.email,
      registrationPath: body.registration_path,
      noConfirmEmail: body.no_confirm_email,
      mail: mailStyle(body, body.email_templates_id),
    })
    return { error: null, ...(body.no_confirm_email ? { confirmation_id: confirmationId } : {}) }
  }),
  confirmUserEmail: handler<typeof table.confirmUserEmail>(async ({ visitor, params, facts }) => {
    const confirmed = await confirmUserEmail(visitor, { confirmationId: params.confirmation_id ?? "" })
    if (!wantsJson(facts.headers)) return redirectReply(confirmed.confirmation.redirectTo)
    return presentConfirmedEmail(confirmed)
  }),
  updateUserEmail: handler<typeof table.updateUserEmail>(async ({ visitor, body, uId }) => {
    await updateUserEmail(visitor, { confirmationId: body.confirmation_id, uId })
    return {}
  }),
}
