import * as z from "zod"
import { EXPLAINED_KINDS } from "../../../src/model/index.ts"
import { DUE_KINDS } from "../../../src/model/records/index.ts"
import { answer, integer, listOf, millis, namedAnswer } from "../../api/index.ts"
import { mailShape } from "./mails.ts"
import { differenceShape } from "./records.ts"
import { webhookShape } from "./webhooks.ts"

const causeShape = namedAnswer("Cause", () => ({
  kind: z.enum(EXPLAINED_KINDS.cause).describe("Kind of the cause"),
  says: z.string().describe("The cause as a sentence"),
  facts: listOf("The facts that decided", {
    name: z.string().describe("Name of the fact, for example action_roles"),
    value: z.union([z.string(), z.number(), z.array(z.string())]).describe("Text, number, or list of names"),
  }),
  section: z.string().describe("Section of the reference that has the rule, for example model.md section 6"),
}))

const requestMembers = () => ({
  id: z.string().describe("Number of the entry in the world's log"),
  at: millis().describe("Time at which the request arrived, on the world's clock"),
  method: z.string().describe("HTTP method; CLOCK for due work"),
  path: z.string().describe("Path below the base_url, with the query; secrets are ***"),
  operation: z
    .string()
    .nullable()
    .describe("Name of the operation, for example GetItemDetails; null if the path belongs to none"),
  user: z.string().nullable().describe("E-mail address of the caller; null without a valid token"),
  status: integer().describe("Status of the response; 0 if a fault cut the connection"),
  ms: z.number().describe("Duration of the request in milliseconds"),
  request: z.unknown().describe("Body of the request; {bytes, content_type?} if the body is too large or not JSON"),
  response: z.unknown().describe("Body of the response; {bytes, content_type?} if the body is too large or not JSON"),
  effects: z.array(z.string()).describe("Changes by the request and by the work that it caused, as sentences"),
  error: z
    .string()
    .optional()
    .describe("Reason of a refused or failed request, from the response, up to 500 characters"),
  why: z
    .string()
    .optional()
    .describe(
      "Cause of a refusal whose response covers several causes, as a sentence; the response does not contain it",
    ),
  causes: z.array(causeShape()).optional().describe("The causes in why, one by one, with their facts"),
  dry_run: z.literal(true).optional().describe("true: the request ran on a copy of the world and changed nothing"),
  counts: answer({
    items: integer().describe("Number of items that were created, changed or deleted"),
    mails: integer().describe("Number of mails that were sent"),
  })
    .optional()
    .describe("Numbers of written records, with those of all entries that the entry caused; absent if both are 0"),
  trace: z
    .string()
    .optional()
    .describe("ID that a request shares with all log entries that it caused; absent for a single entry"),
  cause: answer({
    kind: z.enum(["script", ...DUE_KINDS]).describe("Kind of the cause: a request's script, or due work"),
    id: z
      .string()
      .nullable()
      .describe("Number of the log entry whose script made the call, or ID of the due work; null until the response"),
    name: z.string().describe("Operation that ran the script, or name of the due work"),
  })
    .optional()
    .describe("Cause of the log entry; absent for requests of clients"),
  via: z.literal("dashboard").optional().describe("dashboard: the request was sent with the dashboard's token"),
  script_logs: z.array(z.string()).optional().describe("Logs of the request's scripts, up to 8192 characters"),
})

/** A request in the log (control.md section 3, "request-log"). */
export const requestShape = namedAnswer("Request", requestMembers)

export type WireRequest = z.input<ReturnType<typeof requestShape>>

/** A request in the log, with the changed records and the entries that the request caused. */
export const requestDetailsShape = namedAnswer("RequestDetails", () => ({
  ...requestMembers(),
  changes: z.array(differenceShape()).describe("The changed records, before and after"),
  more_changes: integer().describe("Number of further changed records"),
  caused: z.array(requestShape()).describe("API calls by the request's scripts"),
  webhooks: z.array(webhookShape()).describe("Webhooks that the request sent or, in a dry run, would have sent"),
  mails: z.array(mailShape()).optional().describe("Mails that a dry run would have sent"),
  plan: z
    .string()
    .optional()
    .describe(
      "How a list of items was found: the order or the indexed field that it used, and the number of items that it read",
    ),
}))

export type WireRequestDetails = z.input<ReturnType<typeof requestDetailsShape>>
