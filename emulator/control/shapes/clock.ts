import * as z from "zod"
import { CLOCK_MODES, DUE_KINDS } from "../../../src/model/records/index.ts"
import { integer, millis, namedAnswer } from "../../api/index.ts"

export const clockMode = () =>
  z
    .enum(CLOCK_MODES)
    .describe("Mode of the clock. real: the machine's time · frozen: stopped · ticking: runs from a set time")

const dueMembers = () => ({
  at: millis().describe("Time at which the event is due"),
  kind: z.string().describe("Kind of the event, e.g. auto_action"),
  id: z.string().describe("ID of the auto action or file that the event concerns"),
  name: z.string().describe("Name of the auto action or file that the event concerns"),
})

export const dueShape = namedAnswer("DueEvent", dueMembers)

export const firedShape = namedAnswer("Fired", () => ({
  ...dueMembers(),
  affected: integer().describe("Number of items that the event wrote"),
}))

/** An event in a world's timeline (control.md section 3, "timeline"). */
export const timelineShape = namedAnswer("TimelineEvent", () => ({
  at: millis().describe("Time of the event on the world's clock"),
  what: z.enum(["ran", "due"]).describe("Whether the event has run or is due"),
  kind: z
    .enum([...DUE_KINDS, "token_expiry", "confirmation_expiry", "mail"])
    .describe("Kind of the event: a run, an expiring upload, token or mail link, or a sent mail"),
  id: z.string().describe("ID of the auto action, file or mail; *** for a secret"),
  name: z.string().describe("Name of the auto action or file, user of the token or link, or subject of the mail"),
  affected: integer().nullable().describe("Number of items that the event wrote; null for events that write none"),
}))

export type WireTimelineEvent = z.input<ReturnType<typeof timelineShape>>
