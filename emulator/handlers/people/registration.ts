import { confirmRegistration, registerUser, userRegistration } from "../../../src/index.ts"
import type { table } from "../../contract/table.ts"
import { wantsJson } from "../../http/accept.ts"
import { handler } from "../../http/handler.ts"
import { redirectReply } from "../../http/reply.ts"
import { mailStyle } from "./mail-style.ts"

export const registrationHandlers = {
  userRegistration: handler<typeof table.userRegistration>(async ({ visitor, body }) => {
    const { confirmationId, email } = await userRegistration(visitor, {
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
    return { confirmation_id: confirmationId, email, status: 200 }
  }),
  confirmRegistration: handler<typeof table.confirmRegistration>(async ({ visitor, query, facts }) => {
    const { confirmation, isElapsed, user } = await confirmRegistration(visitor, { id: query.id })
    if (!wantsJson(facts.headers)) return redirectReply(confirmation.redirectTo)
    return {
      user: {
        confirmation_id: confirmation.confirmationId,
        email: confirmation.email,
        id: user.uId,
        username: user.username,
        confirmed: user.confirmed,
        isElapsed,
        email_confirmed: confirmation.emailConfirmed,
      },
    }
  }),
  registerUser: handler<typeof table.registerUser>(async ({ visitor, body }) => {
    const { username, workspace, user_code, additional_info, ...others } = body.user_info ?? {}
    const additionalInfo = { ...others, ...additional_info, ...body.additional_info }
    const { user, token } = await registerUser(visitor, {
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
    return {
      error: null,
      token,
      user: {
        u_id: user.uId,
        username: user.username,
        email: user.email,
        confirmed: user.confirmed,
        current_workspace_id: user.currentWId ?? "",
      },
    }
  }),
}
