import * as z from "zod"
import { row } from "../../row.ts"
import { answer, anyObject, body, done, lazy, millis, nothing, optionalId } from "../../shapes.ts"

const forgotPasswordBody = lazy(() =>
  body({
    email: z.string(),
    host: z.string().optional(),
    root_path: z.string().optional(),
    query_params: z.string().optional(),
    email_templates_id: optionalId(),
    sender_address: z.string().optional(),
    sender_name: z.string().optional(),
    exclusive_w_id: optionalId(),
    user_code: z.string().optional(),
  }),
)

const validEmail = lazy(() => answer({ valid_email: z.boolean() }))

/** api.md section 2, and ResetUserPassword of section 12. */
export const passwordRows = {
  forgotPassword: row({
    method: "post",
    paths: ["/users/password/forgot"],
    tag: "password",
    summary: "Mail a link for setting a new password",
    auth: "public",
    body: forgotPasswordBody,
    answer: validEmail,
    source: "seed",
  }),
  setNewPassword: row({
    method: "put",
    paths: ["/users/password/forgot"],
    tag: "password",
    summary: "Set a new password with the ID of a mailed link",
    auth: "public",
    body: lazy(() =>
      body({
        id: z.string(),
        new_password: z.string(),
        confirm_password: z.string(),
        send_password_to_email: z.boolean().optional(),
        sender_address: z.string().optional(),
        sender_name: z.string().optional(),
        no_confirm_email: z.boolean().optional(),
        email_templates_id: optionalId(),
        dynamic_template_data: anyObject().optional(),
      }),
    ),
    answer: nothing,
    source: "seed",
  }),
  validatePassword: row({
    method: "get",
    paths: ["/users/password/validate"],
    tag: "password",
    summary: "Follow the link of a password mail",
    auth: "public",
    query: lazy(() => z.object({ id: z.string() })),
    answer: {
      kind: "redirect",
      json: lazy(() =>
        answer({
          id: z.string(),
          accessed: z.boolean(),
          created_at: millis(),
          updated_at: millis(),
          isElapsed: z.boolean(),
        }),
      ),
    },
    source: "seed",
  }),
  setPassword: row({
    method: "put",
    paths: ["/users/password"],
    tag: "password",
    summary: "Change the caller's password",
    auth: "token",
    body: lazy(() => body({ old_password: z.string(), new_password: z.string(), confirm_password: z.string() })),
    answer: done,
    source: "seed",
  }),
  resetUserPassword: row({
    method: "post",
    paths: ["/users/password/reset"],
    tag: "password",
    summary: "Mail a user a link for setting a new password",
    auth: "token",
    body: forgotPasswordBody,
    answer: validEmail,
    source: "docs",
  }),
} as const
