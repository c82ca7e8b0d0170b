import * as z from "zod"
import { anyObject, object, optionalId } from "../model/input/schemas.ts"

/** How the mail of a request is sent. */
export const mailInput = () =>
  object({
    templateId: optionalId().describe("The mail's template; the default one when absent"),
    sender: object({
      address: z.string().describe("Address that the mail comes from; the world's when absent").optional(),
      name: z.string().describe("Name that the mail comes from").optional(),
    })
      .describe("Who the mail comes from; the world's sender when absent")
      .optional(),
    data: anyObject().describe("What the mail's template fills in").optional(),
  })
    .describe("How the mail is sent: template, sender and data")
    .optional()
