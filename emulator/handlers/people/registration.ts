import { publicOperations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handler } from "../../http/handler.ts"
import { presentConfirmedRegistration, presentRegisteredUser } from "../../presenters/people/confirmations.ts"
import { wantsJson } from "../../wire/accept.ts"
import { redirectReply } from "../../wire/reply.ts"
import { mailStyle } from "./mail-style.ts"

export const registrationHandlers = {
  userRegistration: handler(table.userRegistration, async ({ visitor, body }) => {
    const { confirmationId, email } = await publicOperations.userRegistration(visitor, {
      email: body.email,
      username: body.username,
      landing: {
        path: body.registration_path,
        hostname: body.hostname || body.registration_domain,
        protocol: body.protocol,
      },
      additionalInfo: body.additional_info,
      noConfirmEmail: body.no_confirm_email,
      mail: mailStyle(body, body.email_template_id),
    })
    return { confirmation_id: confirmationId, email, status: 200 as const }
  }),
  confirmRegistration: handler(table.confirmRegistration, async ({ visitor, query, facts }) => {
    const confirmed = await publicOperations.confirmRegistration(visitor, { id: query.id })
    if (!wantsJson(facts.headers)) return redirectReply(confirmed.confirmation.redirectTo)
    return presentConfirmedRegistration(confirmed)
  }),
  registerUser: handler(table.registerUser, async ({ visitor, body }) => {
    const { username, workspace, user_code, additional_info, ...others } = body.user_info ?? {}
    const additionalInfo = { ...others, ...additional_info, ...body.additional_info }
    const registered = await publicOperations.registerUser(visitor, {
      confirmationId: body.confirmation_id,
      email: body.email,
      password: body.password,
      username: body.username ?? username,
      workspace: body.workspace ?? workspace,
      userCode: user_code,
      additionalInfo: Object.keys(additionalInfo).length === 0 ? undefined : additionalInfo,
      notify: body.send_password_to_email || body.confirm_email_ack,
      mail: mailStyle(body, body.conf_email_template_id),
    })
    return presentRegisteredUser(registered)
  }),
}
