import * as z from "zod"
import { millis, namedAnswer } from "../../api/index.ts"

/** A webhook of a world (control.md section 3, "webhooks"). */
export const webhookShape = namedAnswer("Webhook", () => ({
  id: z.string().describe("Number of the delivery in the world"),
  at: millis().describe("Time of sending on the world's clock"),
  url: z.string().describe("URL to which the webhook was sent"),
  status: z.int().optional().describe("Status of the receiver's response"),
  error: z.string().optional().describe("Error if the receiver did not respond"),
  ms: z.number().describe("Time until the response in milliseconds"),
  body: z.unknown().describe("Body of the webhook"),
}))
