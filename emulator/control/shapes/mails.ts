import * as z from "zod"
import { MAIL_KINDS } from "../../../src/model/records/index.ts"
import { listOf, millis, namedAnswer } from "../../api/index.ts"

/** A mail (control.md section 3). */
export const mailShape = namedAnswer("Mail", () => ({
  id: z.string().describe("ID of the mail"),
  at: millis().describe("Time of sending on the world's clock"),
  kind: z.enum(MAIL_KINDS).describe("Kind of the mail"),
  to: z.string().describe("Address of the receiver"),
  from: z.string().describe("Sender of the mail"),
  subject: z.string().describe("Subject of the mail"),
  text: z.string().describe("The mail as text"),
  html: z.string().describe("The mail as HTML"),
  links: listOf("The confirmation links", {
    rel: z.literal("confirm").describe("Kind of the link, always confirm"),
    url: z.string().describe("URL of the link"),
    confirmation_id: z.string().describe("The confirmation's ID"),
  }),
}))
