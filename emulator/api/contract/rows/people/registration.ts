import * as z from "zod"
import { confirmRegistration, registerUser, userRegistration } from "../../../../../src/inside.ts"
import { presentConfirmedRegistration, presentRegisteredUser } from "../../../presenters/people/confirmations.ts"
import { wantsJson } from "../../../../wire/accept.ts"
import { redirectReply } from "../../../../wire/reply.ts"
import { row } from "../../declared-row.ts"
import { answer, anyObject, internalId, lazy, openBody } from "../../../../contract/shapes.ts"
import { mailWire } from "../../wire-input/mail-wire.ts"

const confirmedRegistration = lazy(() =>
  answer({
    user: answer({
      confirmation_id: z.string(),
      email: z.string(),
      id: internalId(),
      username: z.string(),
      confirmed: z.boolean(),
      isElapsed: z.boolean(),
      email_confirmed: z.boolean().optional(),
    }),
  }),
)

const registeredUser = lazy(() =>
  answer({
    error: z.null(),
    token: z.string(),
    user: answer({
      u_id: internalId(),
      username: z.string(),
      email: z.string(),
      confirmed: z.literal(true),
      current_workspace_id: internalId(),
    }),
  }),
)

export type WireConfirmedRegistration = z.input<ReturnType<typeof confirmedRegistration>>
export type WireRegisteredUser = z.input<ReturnType<typeof registeredUser>>

/** What a new user says of themselves. */
const ownProperties = () => ({
  username: z.string().describe("Name of the user").optional(),
  workspace: z
    .string()
    .describe("Name of the user's own workspace; after an invitation none is made without it")
    .optional(),
  additional_info: anyObject().describe("Anything a program keeps of the user, by key").optional(),
})

/** api.md section 4: registration. */
export const registrationRows = {
  userRegistration: row(userRegistration, {
    method: "post",
    paths: ["/users/registration"],
    tag: "registration",
    wire: { ...mailWire("email_template_id"), landing: null },
    wireOnly: () => ({
      registration_path: z
        .string()
        .describe("Where the link of the mail leads: an absolute URL, or a path. Default confirm_email")
        .optional(),
      registration_domain: z.string().describe("The same as hostname, which goes first").optional(),
      hostname: z.string().describe("Host of the page that a relative registration_path is of").optional(),
      protocol: z.string().describe("http or https, of that page. Default https").optional(),
    }),
    toInput: ({ wire: { registration_path, hostname, registration_domain, protocol } }) => ({
      landing: { path: registration_path, hostname: hostname || registration_domain, protocol },
    }),
    answer: lazy(() => answer({ confirmation_id: z.string(), email: z.string(), status: z.literal(200) })),
    present: ({ confirmationId, email }) => ({ confirmation_id: confirmationId, email, status: 200 as const }),
    source: "seed",
  }),
  confirmRegistration: row(confirmRegistration, {
    method: "get",
    paths: ["/users/registration/confirm"],
    tag: "registration",
    answer: {
      kind: "redirect",
      json: confirmedRegistration,
    },
    present: (confirmed, { headers }) =>
      wantsJson(headers) ? presentConfirmedRegistration(confirmed) : redirectReply(confirmed.confirmation.redirectTo),
    source: "seed",
  }),
  registerUser: row(registerUser, {
    method: "post",
    paths: ["/users/registration/confirm"],
    tag: "registration",
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
        user_code: z.string().describe("Tells users apart who share an address; empty when there is none").optional(),
      })
        .describe("The same properties as one object; those beside it count first")
        .optional(),
      ...ownProperties(),
      send_password_to_email: z.boolean().describe("True: a mail says that it is done. Default false").optional(),
      confirm_email_ack: z.boolean().describe("True: a mail says that it is done").optional(),
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
    answer: registeredUser,
    present: presentRegisteredUser,
    source: "seed",
  }),
} as const
