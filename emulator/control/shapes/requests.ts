import * as z from "zod"
import { answer, integer, lazy, millis, named } from "../../api/index.ts"
import { differenceShape } from "./records.ts"
import { webhookShape } from "./webhooks.ts"

const requestMembers = () => ({
  id: z.string().describe("Number of the entry in the world's log"),
  at: millis().describe("Time of arrival on the world's clock"),
  method: z.string().describe("Method; CLOCK for due work"),
  path: z.string().describe("Path below the base_url, with the query; secrets are ***"),
  operation: z.string().nullable().describe("The operation, for example GetItemDetails; null if the path has none"),
  user: z.string().nullable().describe("E-mail address of the caller; null without a valid token"),
  status: integer().describe("Response status; 0 if a fault cut the connection"),
  ms: z.number().describe("Duration in milliseconds"),
  request: z.unknown().describe("The request's body; {bytes, content_type?} if it is too large or not JSON"),
  response: z.unknown().describe("The response's body, in the same format as the request's body"),
  effects: z.array(z.string()).describe("Changes by the request and by the work that it caused, as sentences"),
  trace: z
    .string()
    .optional()
    .describe("ID shared by a request and all entries that it caused; absent for a single entry"),
  cause: answer({
    kind: z
      .enum(["script", "auto_action", "file_expiry"])
      .describe("Kind of the cause: a request's script, or due work"),
    id: z
      .string()
      .nullable()
      .describe("Number of the entry that ran the script, or ID of the due work; null until the response"),
    name: z.string().describe("The operation that ran the script, or the name of the due work"),
  })
    .optional()
    .describe("Cause of the entry; absent for requests of clients"),
  via: z.literal("dashboard").optional().describe("dashboard: sent with the dashboard's token"),
  script_logs: z.array(z.string()).optional().describe("Logs of the request's scripts, up to 8192 characters"),
})

/** A request in the log (control.md section 3, "request-log"). */
export const requestShape = lazy(() => named("Request", answer(requestMembers())))

export type WireRequest = z.input<ReturnType<typeof requestShape>>

/** A request in the log, with the changed records and the entries that the request caused. */
export const requestDetailsShape = lazy(() =>
  named(
    "RequestDetails",
    answer({
      ...requestMembers(),
      changes: z.array(differenceShape()).describe("The changed records, before and after"),
      more_changes: integer().describe("Number of further changed records"),
      caused: z.array(requestShape()).describe("API calls by the request's scripts"),
      webhooks: z.array(webhookShape()).describe("Webhooks that the request sent"),
    }),
  ),
)

export type WireRequestDetails = z.input<ReturnType<typeof requestDetailsShape>>
