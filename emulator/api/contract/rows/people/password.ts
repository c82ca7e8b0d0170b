import * as z from "zod"
import {
  createConfirmation,
  forgotPassword,
  resetUserPassword,
  setNewPassword,
  setPassword,
  validatePassword,
} from "../../../../../src/operations/list.ts"
import { redirectReply, wantsJson } from "../../../../wire/index.ts"
import { row } from "../../declared-row.ts"
import { answerOf, DONE, millis, NOTHING } from "../../shapes.ts"
import { mailWire } from "../../wire-input/mail-wire.ts"

const validEmail = answerOf(() => ({
  valid_email: z.boolean().describe("Whether the address belongs to an account; otherwise no mail is sent"),
}))

/** Operations on passwords (api.md section 2), and ResetUserPassword (section 12). */
export const passwordRows = {
  createConfirmation: row(createConfirmation, "post /confirmations", {
    rawBody: "Any content; the response's ID depends on it",
    wire: { body: null, requestId: null },
    toInput: async ({ rawBody, requestId }) => ({ body: await rawBody(), requestId }),
    answer: answerOf(() => ({
      confirmation_id: z.string().describe("72 letters and digits that no other operation accepts as an ID"),
    })),
    present: ({ confirmationId }) => ({ confirmation_id: confirmationId }),
    source: "client",
  }),
  forgotPassword: row(forgotPassword, "post /users/password/forgot", {
    wire: mailWire("email_templates_id"),
    answer: validEmail,
    present: (isKnown) => ({ valid_email: isKnown }),
    source: "seed",
  }),
  setNewPassword: row(setNewPassword, "put /users/password/forgot", {
    wire: { ...mailWire("email_templates_id"), "mail.data": "dynamic_template_data" },
    ...NOTHING,
    source: "seed",
  }),
  validatePassword: row(validatePassword, "get /users/password/validate", {
    answer: {
      kind: "redirect",
      json: answerOf(() => ({
        id: z.string().describe("ID of the confirmation, from the link of the mail"),
        accessed: z.boolean().describe("Whether the user has opened the link"),
        created_at: millis().describe("Time of creation: an ISO 8601 instant in UTC"),
        updated_at: millis().describe("Time of the last change: an ISO 8601 instant in UTC"),
        isElapsed: z.boolean().describe("Whether the confirmation has expired"),
      })),
    },
    present({ confirmation, isElapsed }, { headers }) {
      if (!wantsJson(headers)) return redirectReply(confirmation.redirectTo)
      const { confirmationId, accessed, createdAt, updatedAt } = confirmation
      return { id: confirmationId, accessed, created_at: createdAt, updated_at: updatedAt, isElapsed }
    },
    source: "seed",
  }),
  setPassword: row(setPassword, "put /users/password", {
    wire: { token: null },
    toInput: ({ token }) => ({ token: token() ?? undefined }),
    ...DONE,
    source: "seed",
  }),
  resetUserPassword: row(resetUserPassword, "post /users/password/reset", {
    wire: mailWire("email_templates_id"),
    answer: validEmail,
    present: (isKnown) => ({ valid_email: isKnown }),
  }),
} as const
