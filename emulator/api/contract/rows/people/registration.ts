import * as z from "zod"
import { confirmRegistration, registerUser, userRegistration } from "../../../../../src/operations/list.ts"
import { redirectReply, wantsJson } from "../../../../wire/index.ts"
import { presentConfirmedRegistration } from "../../../presenters/people/confirmations.ts"
import { presentNamedUser } from "../../../presenters/people/users.ts"
import { row } from "../../declared-row.ts"
import { confirmedRegistration } from "../../people-shapes/confirmations.ts"
import { namedUser } from "../../people-shapes/users.ts"
import { answer, answerOf, anyObject, internalId, openBody } from "../../shapes.ts"
import { mailWire } from "../../wire-input/mail-wire.ts"

const ownProperties = () => ({
  username: z.string().describe("Name of the user").optional(),
  workspace: z
    .string()
    .describe("Name of the user's own workspace; if absent after an invitation, no workspace is created")
    .optional(),
  additional_info: anyObject().describe("Data that programs store about the user, by key").optional(),
})

/** Operations that register users (api.md section 4). */
export const registrationRows = {
  userRegistration: row(userRegistration, "post /users/registration", {
    wire: { ...mailWire("email_template_id"), landing: null },
    wireOnly: () => ({
      registration_path: z
        .string()
        .describe("Target of the link in the mail: an absolute URL or a path. Default: confirm_email")
        .optional(),
      registration_domain: z.string().describe("The same as hostname; hostname takes precedence").optional(),
      hostname: z.string().describe("Host of the page for a relative registration_path").optional(),
      protocol: z.string().describe("Scheme of the page, http or https. Default: https").optional(),
    }),
    toInput: ({ wire: { registration_path, hostname, registration_domain, protocol } }) => ({
      landing: { path: registration_path, hostname: hostname || registration_domain, protocol },
    }),
    answer: answerOf(() => ({
      confirmation_id: z.string().describe("Confirmation ID from the link in the mail"),
      email: z.string().describe("E-mail address"),
      status: z.literal(200).describe("The status of the registration"),
    })),
    present: ({ confirmationId, email }) => ({ confirmation_id: confirmationId, email, status: 200 as const }),
    source: "seed",
  }),
  confirmRegistration: row(confirmRegistration, "get /users/registration/confirm", {
    answer: { kind: "redirect", json: confirmedRegistration },
    present: (confirmed, { headers }) =>
      wantsJson(headers) ? presentConfirmedRegistration(confirmed) : redirectReply(confirmed.confirmation.redirectTo),
    source: "seed",
  }),
  registerUser: row(registerUser, "post /users/registration/confirm", {
    wire: {
      ...mailWire("conf_email_template_id"),
      username: null,
      userCode: null,
      workspace: null,
      additionalInfo: null,
      notify: null,
    },
    wireOnly: () => ({
      user_info: openBody({
        ...ownProperties(),
        user_code: z.string().describe("User code; distinguishes users with the same address").optional(),
      })
        .describe("The same properties in one object; properties outside this object take precedence")
        .optional(),
      ...ownProperties(),
      send_password_to_email: z.boolean().describe("Whether a mail reports the completion. Default: false").optional(),
      confirm_email_ack: z.boolean().describe("Whether a mail reports the completion").optional(),
    }),
    toInput({ wire }) {
      const { username, workspace, user_code, additional_info, ...others } = wire.user_info ?? {}
      const additionalInfo = { ...others, ...additional_info, ...wire.additional_info }
      return {
        username: wire.username ?? username,
        workspace: wire.workspace ?? workspace,
        userCode: user_code,
        additionalInfo: Object.keys(additionalInfo).length === 0 ? undefined : additionalInfo,
        notify: wire.send_password_to_email || wire.confirm_email_ack,
      }
    },
    answer: answerOf(() => ({
      error: z.null().describe("The errors; null or empty if there are none"),
      token: z.string().describe("Token for the header Authorization: Bearer; valid for one day by default"),
      user: answer({
        ...namedUser(),
        confirmed: z.literal(true).describe("Whether the user is confirmed"),
        current_workspace_id: internalId().describe("ID of the current workspace"),
      }).describe("The user and the purpose of the confirmation"),
    })),
    present: ({ user, token }) => ({
      error: null,
      token,
      user: { ...presentNamedUser(user), confirmed: true as const, current_workspace_id: user.currentWId ?? "" },
    }),
    source: "seed",
  }),
} as const
