import * as z from "zod"
import {
  forgotPassword,
  resetUserPassword,
  setNewPassword,
  setPassword,
  validatePassword,
} from "../../../../../src/inside.ts"
import { presentPasswordLink } from "../../../presenters/people/confirmations.ts"
import { wantsJson } from "../../../../wire/accept.ts"
import { redirectReply } from "../../../../wire/reply.ts"
import { row } from "../../declared-row.ts"
import { answer, done, lazy, millis, nothing } from "../../../../contract/shapes.ts"
import { mailWire } from "../../wire-input/mail-wire.ts"

const passwordLink = lazy(() =>
  answer({
    id: z.string(),
    accessed: z.boolean(),
    created_at: millis(),
    updated_at: millis(),
    isElapsed: z.boolean(),
  }),
)

export type WirePasswordLink = z.input<ReturnType<typeof passwordLink>>

const validEmail = lazy(() => answer({ valid_email: z.boolean() }))

/** api.md section 2, and ResetUserPassword of section 12. */
export const passwordRows = {
  forgotPassword: row(forgotPassword, {
    method: "post",
    paths: ["/users/password/forgot"],
    tag: "password",
    wire: mailWire("email_templates_id"),
    answer: validEmail,
    present: (isKnown) => ({ valid_email: isKnown }),
    source: "seed",
  }),
  setNewPassword: row(setNewPassword, {
    method: "put",
    paths: ["/users/password/forgot"],
    tag: "password",
    wire: { ...mailWire("email_templates_id"), "mail.data": "dynamic_template_data" },
    answer: nothing,
    present: () => null,
    source: "seed",
  }),
  validatePassword: row(validatePassword, {
    method: "get",
    paths: ["/users/password/validate"],
    tag: "password",
    answer: {
      kind: "redirect",
      json: passwordLink,
    },
    present: (followed, { headers }) =>
      wantsJson(headers) ? presentPasswordLink(followed) : redirectReply(followed.confirmation.redirectTo),
    source: "seed",
  }),
  setPassword: row(setPassword, {
    method: "put",
    paths: ["/users/password"],
    tag: "password",
    wire: { token: null },
    toInput: ({ token }) => ({ token: token ?? undefined }),
    answer: done,
    present: () => ({ error: null }),
    source: "seed",
  }),
  resetUserPassword: row(resetUserPassword, {
    method: "post",
    paths: ["/users/password/reset"],
    tag: "password",
    wire: mailWire("email_templates_id"),
    answer: validEmail,
    present: (isKnown) => ({ valid_email: isKnown }),
    source: "docs",
  }),
} as const
