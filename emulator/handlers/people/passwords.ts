import { type ForgotPassword, operations, publicOperations } from "../../../src/inside.ts"
import type { BodyOf } from "../../contract/row.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import { handler } from "../../http/handler.ts"
import { presentPasswordLink } from "../../presenters/people/confirmations.ts"
import { wantsJson } from "../../wire/accept.ts"
import { redirectReply } from "../../wire/reply.ts"
import { mailStyle } from "./mail-style.ts"

const resetOf = (body: BodyOf<typeof table.forgotPassword>): ForgotPassword => ({
  email: body.email,
  host: body.host,
  rootPath: body.root_path,
  queryParams: body.query_params,
  exclusiveWId: body.exclusive_w_id,
  userCode: body.user_code,
  mail: mailStyle(body, body.email_templates_id),
})

export const passwordHandlers = {
  forgotPassword: handler(table.forgotPassword, async ({ visitor, body }) => ({
    valid_email: await publicOperations.forgotPassword(visitor, resetOf(body)),
  })),
  resetUserPassword: handle(table.resetUserPassword, operations.resetUserPassword, {
    input: ({ body }) => resetOf(body),
    present: (isKnown) => ({ valid_email: isKnown }),
  }),
  validatePassword: handler(table.validatePassword, async ({ visitor, query, facts }) => {
    const followed = await publicOperations.validatePassword(visitor, { id: query.id })
    if (!wantsJson(facts.headers)) return redirectReply(followed.confirmation.redirectTo)
    return presentPasswordLink(followed)
  }),
  setNewPassword: handler(table.setNewPassword, async ({ visitor, body }) => {
    await publicOperations.setNewPassword(visitor, {
      id: body.id,
      newPassword: body.new_password,
      confirmPassword: body.confirm_password,
      sendPasswordToEmail: body.send_password_to_email,
      noConfirmEmail: body.no_confirm_email,
      mail: { ...mailStyle(body, body.email_templates_id), data: body.dynamic_template_data },
    })
    return null
  }),
  setPassword: handle(table.setPassword, operations.setPassword, {
    input: ({ body, facts }) => ({
      oldPassword: body.old_password,
      newPassword: body.new_password,
      confirmPassword: body.confirm_password,
      token: facts.token ?? undefined,
    }),
    present: () => ({ error: null }),
  }),
}
