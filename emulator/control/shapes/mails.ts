import * as z from "zod"
import { answer, lazy, millis, named } from "../../contract/shapes.ts"

/** Mail of control.md section 3. */
export const mailShape = lazy(() =>
  named(
    "Mail",
    answer({
      id: z.string().describe("ID of the mail"),
      at: millis().describe("When it was sent, by the world's clock"),
      kind: z
        .enum(["registration", "invitation", "password", "email", "completion", "notification"])
        .describe("What it is about"),
      to: z.string().describe("Whom it is to"),
      from: z.string().describe("Whom it is from"),
      subject: z.string().describe("Subject"),
      text: z.string().describe("The letter as text"),
      html: z.string().describe("The letter as HTML"),
      links: z
        .array(
          answer({
            rel: z.literal("confirm").describe("confirm, always"),
            url: z.string().describe("Where the link leads"),
            confirmation_id: z.string().describe("The ID that the link carries"),
          }),
        )
        .describe("The links with which something is confirmed"),
    }),
  ),
)
