import * as z from "zod"
import { row } from "../../row.ts"
import { answer, anyObject, body, internalId, lazy, openBody, optionalId } from "../../shapes.ts"

/** api.md section 4: registration. */
export const registrationRows = {
  userRegistration: row({
    method: "post",
    paths: ["/users/registration"],
    tag: "registration",
    summary: "Ask for an account; a confirmation link is mailed",
    auth: "public",
    body: lazy(() =>
      body({
        email: z.string(),
        email_template_id: optionalId(),
        registration_path: z.string().optional(),
        username: z.string().optional(),
        registration_domain: z.string().optional(),
        hostname: z.string().optional(),
        protocol: z.string().optional(),
        sender_address: z.string().optional(),
        sender_name: z.string().optional(),
        additional_info: anyObject().optional(),
        no_confirm_email: z.boolean().optional(),
      }),
    ),
    answer: lazy(() => answer({ confirmation_id: z.string(), email: z.string(), status: z.literal(200) })),
    source: "seed",
  }),
  confirmRegistration: row({
    method: "get",
    paths: ["/users/registration/confirm"],
    tag: "registration",
    summary: "Follow the link of a registration mail",
    auth: "public",
    query: lazy(() => z.object({ id: z.string() })),
    answer: {
      kind: "redirect",
      json: lazy(() =>
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
      ),
    },
    source: "seed",
  }),
  registerUser: row({
    method: "post",
    paths: ["/users/registration/confirm"],
    tag: "registration",
    summary: "Set the password; a default workspace and group are made",
    auth: "public",
    body: lazy(() =>
      body({
        confirmation_id: z.string(),
        email: z.string(),
        password: z.string(),
        user_info: openBody({
          username: z.string().optional(),
          workspace: z.string().optional(),
          user_code: z.string().optional(),
          additional_info: anyObject().optional(),
        }).optional(),
        username: z.string().optional(),
        workspace: z.string().optional(),
        additional_info: anyObject().optional(),
        send_password_to_email: z.boolean().optional(),
        sender_address: z.string().optional(),
        sender_name: z.string().optional(),
        conf_email_template_id: optionalId(),
        confirm_email_ack: z.boolean().optional(),
      }),
    ),
    answer: lazy(() =>
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
    ),
    source: "seed",
  }),
} as const
