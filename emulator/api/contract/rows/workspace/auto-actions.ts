import * as z from "zod"
import { getAutoActionSettings, updateAutoActionSettings } from "../../../../../src/operations/list.ts"
import { presentAutoAction } from "../../../presenters/workspace/auto-actions.ts"
import { row } from "../../declared-row.ts"
import { answer, answerOf, DONE, integer, internalId, millis, never, seconds } from "../../shapes.ts"
import { savedCondition } from "./queries.ts"

export const autoActionAnswer = answerOf(() => ({
  auto_id: internalId().describe("ID of the auto action"),
  name: z.string().describe("Display name"),
  conditions: z
    .array(savedCondition())
    .describe("Conditions for the items that the auto action runs on; empty: all items"),
  comment: z.string().describe("Comment of the histories that it leaves"),
  action_schedule: answer({
    time_type: z
      .enum(["min", "hr", "day", "week", "month"])
      .describe("Unit of the schedule: hr, min, day, week or month"),
    time_value: z
      .string()
      .describe(
        "When within the unit: hours or minutes between runs, HH:mm in UTC, weekday from 0 for Sunday, or day of the month",
      ),
    NextExec: z.union([seconds(), z.literal("")]).describe("When it runs next; empty when it does not run any more"),
  }).describe("When the auto action runs"),
  last_execution: answer({
    started_at: z
      .union([millis(), never()])
      .describe("When it began: an ISO 8601 instant in UTC; 0001-01-01T00:00:00Z as long as it has not"),
    ended_at: z.union([millis(), never()]).describe("When it ended: an ISO 8601 instant in UTC"),
    proc_sec: integer().describe("Seconds that the run took"),
  }).describe("When it ran last; 0001-01-01T00:00:00Z for never"),
  created_at: millis().describe("When it was created: an ISO 8601 instant in UTC"),
  updated_at: millis().describe("When it was last changed: an ISO 8601 instant in UTC"),
  enabled: z.boolean().describe("Whether the auto action runs by itself"),
}))

/** Operations on auto actions (api.md sections 7.1 and 15.2). */
export const autoActionRows = {
  getAutoActionSettings: row(getAutoActionSettings, "get /autoactions/:auto-id", {
    answer: autoActionAnswer,
    present: presentAutoAction,
    source: "seed",
  }),
  updateAutoActionSettings: row(updateAutoActionSettings, "post /autoactions/:auto-id", {
    wire: { schedule: "action_schedule" },
    ...DONE,
  }),
} as const
