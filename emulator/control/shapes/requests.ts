import * as z from "zod"
import { answer, integer, lazy, millis, named } from "../../contract/shapes.ts"
import { differenceShape } from "./records.ts"
import { webhookShape } from "./webhooks.ts"

const requestMembers = () => ({
  id: z.string().describe("Number of the entry; counts up in each world"),
  at: millis().describe("When it came, by the world's clock"),
  method: z.string().describe("Its method; CLOCK for what was due"),
  path: z.string().describe("Its path below the base_url, with the query; secrets are ***"),
  operation: z.string().nullable().describe("The operation, as CreateItem; null where the path has none"),
  user: z.string().nullable().describe("Who asked, by e-mail address; null without a valid token"),
  status: integer().describe("Status of the answer; 0 where a fault cut the connection"),
  ms: z.number().describe("How long it took, in milliseconds"),
  request: z.unknown().describe("Its body; of what is too large or no JSON, {bytes, content_type?}"),
  response: z.unknown().describe("The body of the answer, likewise"),
  effects: z.array(z.string()).describe("What it and what it caused changed, in words of the domain"),
  trace: z
    .string()
    .optional()
    .describe("The same for all entries that follow from one another; absent where there is but one"),
  cause: answer({
    kind: z.enum(["script", "auto_action", "file_expiry"]).describe("A script of a request, or what was due"),
    id: z
      .string()
      .nullable()
      .describe("Number of the entry whose script it was, null until that is answered; or ID of what was due"),
    name: z.string().describe("The operation whose script it was, or the name of what was due"),
  })
    .optional()
    .describe("What it follows from; absent: a request of a client"),
  via: z.literal("dashboard").optional().describe("dashboard: sent with a token to observe"),
  script_logs: z.array(z.string()).optional().describe("What its scripts logged, up to 8192 characters"),
})

/** A request of the log (control.md section 3, "request-log"). */
export const requestShape = lazy(() => named("Request", answer(requestMembers())))

export type WireRequest = z.input<ReturnType<typeof requestShape>>

/** A request with the records that it changed and what followed from it. */
export const requestDetailsShape = lazy(() =>
  named(
    "RequestDetails",
    answer({
      ...requestMembers(),
      changes: z.array(differenceShape()).describe("The records that it changed, before and after"),
      more_changes: integer().describe("How many further records it changed"),
      caused: z.array(requestShape()).describe("Calls of its scripts"),
      webhooks: z.array(webhookShape()).describe("Webhooks that were sent for it"),
    }),
  ),
)

export type WireRequestDetails = z.input<ReturnType<typeof requestDetailsShape>>
