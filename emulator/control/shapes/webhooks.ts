import * as z from "zod"
import { answer, lazy, millis, named } from "../../api/index.ts"

/** A webhook of a world (control.md section 3, "webhooks"). */
export const webhookShape = lazy(() =>
  named(
    "Webhook",
    answer({
      id: z.string().describe("Number of the delivery in the world"),
      at: millis().describe("Time of sending on the world's clock"),
      url: z.string().describe("The URL"),
      status: z.int().optional().describe("The response's status"),
      error: z.string().optional().describe("The error if there was no response"),
      ms: z.number().describe("Duration in milliseconds"),
      body: z.unknown().describe("The sent body"),
    }),
  ),
)
