import * as z from "zod"
import { answer, lazy, millis, named } from "../../contract/shapes.ts"

/** A webhook of a world (control.md section 3, "webhooks"). */
export const webhookShape = lazy(() =>
  named(
    "Webhook",
    answer({
      id: z.string().describe("Number of the delivery; counts up in each world"),
      at: millis().describe("When it was sent, by the world's clock"),
      url: z.string().describe("Where to"),
      status: z.int().optional().describe("The status it was answered with"),
      error: z.string().optional().describe("Why there was no answer"),
      ms: z.number().describe("How long it took, in milliseconds"),
      body: z.unknown().describe("What was sent"),
    }),
  ),
)
