import { confirmUserEmail, runUseCase, updateUserEmail, updateUserEmailRequest } from "../../../src/index.ts"
import type { table } from "../../contract/table.ts"
import { wantsJson } from "../../http/accept.ts"
import { handler } from "../../http/handler.ts"
import { redirectReply } from "../../http/reply.ts"
import { presentWholeGroup } from "../../presenters/people/groups.ts"
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
    const { confirmation, isElapsed, user, topGroup } = await confirmUserEmail(visitor, {
      confirmationId: params.confirmation_id ?? "",
    })
    if (!wantsJson(facts.headers)) return redirectReply(confirmation.redirectTo)
    return {
      user: {
        confirmation_id: confirmation.confirmationId,
        email: confirmation.email,
        tmp_email: confirmation.tmpEmail ?? "",
        id: user.uId,
        username: user.username,
        current_workspace_id: user.currentWId ?? "",
        email_confirmed: confirmation.emailConfirmed,
        confirmed: user.confirmed,
        isElapsed,
        ...(topGroup === null ? {} : { workspace: presentWholeGroup(topGroup) }),
      },
    }
  }),
  updateUserEmail: handler<typeof table.updateUserEmail>(async ({ visitor, body, uId }) => {
    await updateUserEmail(visitor, { confirmationId: body.confirmation_id, uId })
    return {}
  }),
}
