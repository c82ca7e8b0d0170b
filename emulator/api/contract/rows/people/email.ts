import * as z from "zod"
import { confirmUserEmail, updateUserEmail, updateUserEmailRequest } from "../../../../../src/operations/list.ts"
import { redirectReply, wantsJson } from "../../../../wire/index.ts"
import { presentConfirmedEmail } from "../../../presenters/people/confirmations.ts"
import { row } from "../../declared-row.ts"
import { answer, answerOf, integer, internalId, internalIdOrNone, millis } from "../../shapes.ts"
import { mailWire } from "../../wire-input/mail-wire.ts"

const confirmedEmail = answerOf(() => ({
  user: answer({
    confirmation_id: z.string().describe("ID of the confirmation: what the link of the mail holds"),
    email: z.string().describe("E-mail address"),
    tmp_email: z.string().describe("The new address, as long as it is not confirmed"),
    id: internalId().describe("ID of the user"),
    username: z.string().describe("Name of the user"),
    current_workspace_id: internalIdOrNone().describe("ID of the workspace in use"),
    email_confirmed: z.boolean().describe("Whether the address is confirmed"),
    confirmed: z.boolean().describe("Whether the user is confirmed"),
    isElapsed: z.boolean().describe("Whether the confirmation has elapsed"),
    workspace: answer({
      id: internalId().describe("Internal ID of the group"),
      g_id: internalId().describe("Internal ID of the group"),
      name: z.string().describe("Name of the group"),
      display_id: z.string().describe("Display ID: the one chosen on the screen"),
      access_key: z.string().describe("The key by which items are published to the group"),
      index: integer().describe("Place among the groups beside it, from 0"),
      is_root: z.boolean().describe("Whether it is a top group"),
      disable_ui_access: z.boolean().describe("Whether the screen is closed to its members"),
      created_at: millis().describe("When it was created: an ISO 8601 instant in UTC"),
    })
      .optional()
      .describe("The workspace's top group"),
  }).describe("Whose address it is, and where they work"),
}))

export type WireConfirmedEmail = z.input<ReturnType<typeof confirmedEmail>>

/** Operations that change a user's e-mail address (api.md section 3). */
export const emailRows = {
  updateUserEmailRequest: row(updateUserEmailRequest, "post /users/email", {
    wire: mailWire("email_templates_id"),
    answer: answerOf(() => ({
      error: z.null().describe("What went wrong; null or empty when nothing did"),
      confirmation_id: z.string().optional().describe("ID of the confirmation: what the link of the mail holds"),
    })),
    present: (confirmationId, { input }) => ({
      error: null,
      ...(input.noConfirmEmail ? { confirmation_id: confirmationId } : {}),
    }),
    source: "seed",
  }),
  confirmUserEmail: row(confirmUserEmail, "get /users/confirmations/:confirmation_id", {
    answer: {
      kind: "redirect",
      json: confirmedEmail,
    },
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
