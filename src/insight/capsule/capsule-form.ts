import * as z from "zod"
import { lazy } from "../../model/input/index.ts"
import { OUTCOME_HEADERS } from "../outcome-headers.ts"

/** Version of the format that this version of Hexarium writes and reads. */
export const CAPSULE_FORMAT = 1

const id = () => z.string().describe("ID of the request in the server's log")

const instant = () => z.string().refine((text) => !Number.isNaN(Date.parse(text)), "expected an instant")

const headerValue = () =>
  z
    .string()
    .regex(
      /^[\t\x20-\x7e\x80-\xff]*$/,
      "expected a header value without line breaks and without characters above U+00FF",
    )

const clockMode = <M extends "frozen" | "ticking" | "real">(mode: M) => z.literal(mode).describe("Mode of the clock")

const request = () =>
  z.strictObject({
    at: instant().describe("Time of the request by the world's clock"),
    method: z.string().describe("HTTP method"),
    path: z
      .string()
      .regex(/^\/(?:api\/v0|graphql)(?=[/?]|$)/)
      .describe("Path below the world's base URL, with the query"),
    operation: z.string().nullable().describe("Name of the operation; null for an unknown path"),
    authorization: headerValue().optional().describe("Authorization header, with a placeholder instead of the token"),
    headers: z
      .partialRecord(z.enum(OUTCOME_HEADERS), headerValue())
      .optional()
      .describe("Headers that can change the outcome; absent for an ordinary request with a JSON body"),
    dry_run: z.literal(true).optional().describe("Whether the request was a dry run"),
    body: z.string().optional().describe("The body, with placeholders instead of secrets"),
  })

const response = () =>
  z.strictObject({
    status: z.int().min(0).max(599).describe("HTTP status; 0 if a planned fault cut the connection"),
    content_type: z.string().optional().describe("Content type of the body"),
    body: z.string().optional().describe("The body as text; absent if it is empty, long or not text"),
  })

const change = () =>
  z.strictObject({
    after: id().nullable().describe("The request after which the change happened; null: before the first request"),
    sequence: z.int().min(0).describe("Number of the change"),
    at: instant().describe("Time of the change by the world's clock"),
    actor: z.string().nullable().describe("ID of the user who caused the change; null if no user did"),
    operation: z.string().describe("Name of the operation"),
    body: z.string().describe("The written records and the clock, as the store writes a change"),
  })

const scalars = () =>
  z.strictObject({
    clock: z
      .discriminatedUnion("mode", [
        z.strictObject({ mode: clockMode("frozen"), now: instant().describe("The clock's time") }),
        z.strictObject({
          mode: clockMode("ticking"),
          offsetMs: z.number().describe("Milliseconds by which the clock is ahead of the machine's"),
        }),
        z.strictObject({ mode: clockMode("real") }),
      ])
      .describe("The world's clock"),
    seed: z.number().describe("Seed of the random stream"),
    random: z.array(z.number()).length(4).describe("State of the random stream"),
    nextOrdinal: z.int().min(0).describe("Position of the next record"),
    settings: z
      .strictObject({
        appUrl: z.string().describe("URL of the management UI"),
        tokenTtlHours: z.number().describe("Lifetime of tokens in hours"),
        confirmationTtlHours: z.number().describe("Lifetime of confirmation links in hours"),
        lang: z.enum(["en", "ja"]).describe("Language of names"),
        mailboxSize: z.int().min(1).describe("Maximum number of mails"),
        slowTasks: z.number().min(0).describe("Duration of tasks in seconds"),
      })
      .describe("Settings of the world"),
    startedAt: instant().describe("Start of the world"),
  })

/** The schema of a capsule, the content of a file `NAME.capsule.json.gz` (insight.md section 4). */
export const capsuleSchema = lazy(() =>
  z.strictObject({
    format: z.literal(CAPSULE_FORMAT).describe("Version of the format"),
    made_by: z
      .strictObject({
        hexarium: z.string().describe("Version of Hexarium"),
        node: z.string().nullable().describe("Version of Node; null outside Node"),
      })
      .describe("Versions of Hexarium and of Node that wrote the capsule"),
    world: z
      .strictObject({
        name: z.string().describe("Name of the world"),
        base_url: z.string().describe("Base URL of the world"),
        version: z.int().min(0).describe("Number of the version before the first request"),
        at: instant().describe("Time of this version by the world's clock"),
        strict: z.boolean().describe("Whether the server refused unknown properties"),
      })
      .describe("The world, and the settings that are not part of its state"),
    state: z
      .strictObject({
        scalars: scalars().describe("Clock, seed, random stream and settings"),
        tables: z
          .array(
            z.strictObject({
              name: z.string().describe("Name of the table"),
              records: z.array(z.looseObject({})).describe("The table's records, in order"),
            }),
          )
          .describe("The records by table"),
        blobs: z.array(z.string()).describe("Contents of files, in base64"),
      })
      .describe("The state before the first request"),
    requests: z
      .array(
        z.strictObject({
          id: id(),
          request: request().describe("The request as it was sent"),
          response: response().describe("The response to it"),
          effects: z.array(z.string()).describe("What the request changed, in words"),
        }),
      )
      .describe("The requests with their responses and effects, in the order of their arrival"),
    changes: z
      .array(change())
      .describe("Changes that no listed request caused, such as moves of the clock and calls of the control plane"),
    left_out: z
      .array(z.strictObject({ id: id(), why: z.string().describe("Reason") }))
      .describe("Requests that are not part of the capsule"),
    hash: z.string().describe("Hash of the state after a replay of this capsule"),
  }),
)

export type Capsule = z.output<ReturnType<typeof capsuleSchema>>
export type CapsuleRequest = Capsule["requests"][number]
export type CapsuleChange = Capsule["changes"][number]
