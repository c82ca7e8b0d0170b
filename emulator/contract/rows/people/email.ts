import * as z from "zod"
import { confirmUserEmail, updateUserEmail, updateUserEmailRequest } from "../../../../src/inside.ts"
import { presentConfirmedEmail } from "../../../api/presenters/people/confirmations.ts"
import { wantsJson } from "../../../wire/accept.ts"
import { redirectReply } from "../../../wire/reply.ts"
import { row } from "../../../api/contract/declared-row.ts"
import { answer, integer, internalId, internalIdOrNone, lazy, millis } from "../../shapes.ts"
import { mailWire } from "../../../api/contract/wire-input/mail-wire.ts"

const confirmedEmail = lazy(() =>
  answer({
    user: answer({
      confirmation_id: z.string(),
      email: z.string(),
      tmp_email: z.string(),
      id: internalId(),
      username: z.string(),
      current_workspace_id: internalIdOrNone(),
      email_confirmed: z.boolean(),
      confirmed: z.boolean(),
      isElapsed: z.boolean(),
      workspace: answer({
        id: internalId(),
        g_id: internalId(),
        name: z.string(),
        display_id: z.string(),
        access_key: z.string(),
        index: integer(),
        is_root: z.boolean(),
        disable_ui_access: z.boolean(),
        created_at: millis(),
      }).optional(),
    }),
  }),
)

export type WireConfirmedEmail = z.input<ReturnType<typeof confirmedEmail>>

/** api.md section 3: change of the e-mail address. */
export const emailRows = {
  updateUserEmailRequest: row(updateUserEmailRequest, {
    method: "post",
    paths: ["/users/email"],
    tag: "email",
    wire: mailWire("email_templates_id"),
    answer: lazy(() => answer({ error: z.null(), confirmation_id: z.string().optional() })),
    present: (confirmationId, { input }) => ({
      error: null,
      ...(input.noConfirmEmail ? { confirmation_id: confirmationId } : {}),
    }),
    source: "seed",
  }),
  confirmUserEmail: row(confirmUserEmail, {
    method: "get",
    paths: ["/users/confirmations/:confirmation_id"],
    tag: "email",
    answer: {
      kind: "redirect",
      json: confirmedEmail,
    },
    present: (confirmed, { headers }) =>
      wantsJson(headers) ? presentConfirmedEmail(confirmed) : redirectReply(confirmed.confirmation.redirectTo),
    source: "seed",
  }),
  updateUserEmail: row(updateUserEmail, {
    method: "post",
    paths: ["/users/confirmations"],
    tag: "email",
    auth: "optional",
    wire: { uId: null },
    toInput: ({ uId }) => ({ uId: uId ?? undefined }),
    answer: lazy(() => answer({})),
    present: () => ({}),
    source: "seed",
  }),
} as const
