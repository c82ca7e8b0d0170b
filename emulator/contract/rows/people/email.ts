import * as z from "zod"
import { row } from "../../row.ts"
import { answer, body, integer, internalId, internalIdOrNone, lazy, millis, optionalId } from "../../shapes.ts"

/** api.md section 3: change of the e-mail address. */
export const emailRows = {
  updateUserEmailRequest: row({
    method: "post",
    paths: ["/users/email"],
    tag: "email",
    summary: "Ask for a change of the caller's address; a link goes to the new one",
    auth: "token",
    body: lazy(() =>
      body({
        email: z.string(),
        registration_path: z.string().optional(),
        email_templates_id: optionalId(),
        sender_address: z.string().optional(),
        sender_name: z.string().optional(),
        no_confirm_email: z.boolean().optional(),
      }),
    ),
    answer: lazy(() => answer({ error: z.null(), confirmation_id: z.string().optional() })),
    source: "seed",
  }),
  confirmUserEmail: row({
    method: "get",
    paths: ["/users/confirmations/:confirmation_id"],
    tag: "email",
    summary: "Follow the link of an e-mail change",
    auth: "public",
    answer: {
      kind: "redirect",
      json: lazy(() =>
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
      ),
    },
    source: "seed",
  }),
  updateUserEmail: row({
    method: "post",
    paths: ["/users/confirmations"],
    tag: "email",
    summary: "Perform a requested change of address",
    auth: "optional",
    body: lazy(() => body({ confirmation_id: z.string() })),
    answer: lazy(() => answer({})),
    source: "seed",
  }),
} as const
