import * as z from "zod"
import { NEVER } from "../../../../../src/model/index.ts"
import { type AutoAction, TIME_TYPES } from "../../../../../src/model/records/index.ts"
import { getAutoActionSettings, updateAutoActionSettings } from "../../../../../src/operations/list.ts"
import { presentSeconds } from "../../../presenters/instants.ts"
import { presentSavedCondition } from "../../../presenters/workspace/saved-condition.ts"
import { row } from "../../declared-row.ts"
import { answer, answerOf, DONE, integer, internalId, millis, never, seconds } from "../../shapes.ts"
import { savedCondition } from "../../workspace-shapes/queries.ts"

/** Operations on auto actions (api.md sections 7.1 and 15.2). */
export const autoActionRows = {
  getAutoActionSettings: row(getAutoActionSettings, "get /autoactions/:auto-id", {
    answer: answerOf(() => ({
      auto_id: internalId().describe("ID of the auto action"),
      name: z.string().describe("Display name"),
      conditions: z
        .array(savedCondition())
        .describe("Conditions for the items of the auto action; an empty list means all items"),
      comment: z.string().describe("Comment of the history entries that the auto action creates"),
      action_schedule: answer({
        time_type: z.enum(TIME_TYPES).describe("Unit of the schedule: hr, min, day, week or month"),
        time_value: z
          .string()
          .describe(
            "Time within the unit: hours or minutes between runs, HH:mm in UTC, weekday from 0 for Sunday, or day of the month",
          ),
        NextExec: z.union([seconds(), z.literal("")]).describe("Time of the next run; empty if there is no next run"),
      }).describe("Schedule of the auto action"),
      last_execution: answer({
        started_at: z
          .union([millis(), never()])
          .describe("Start: an ISO 8601 instant in UTC; 0001-01-01T00:00:00Z before the start"),
        ended_at: z.union([millis(), never()]).describe("End: an ISO 8601 instant in UTC"),
        proc_sec: integer().describe("Duration of the run in seconds"),
      }).describe("Time of the last run; 0001-01-01T00:00:00Z for never"),
      created_at: millis().describe("Time of creation: an ISO 8601 instant in UTC"),
      updated_at: millis().describe("Time of the last change: an ISO 8601 instant in UTC"),
      enabled: z.boolean().describe("Whether the auto action is enabled"),
    })),
    present: (auto) => ({
      auto_id: auto.autoId,
      name: auto.name,
      conditions: auto.conditions.map(presentSavedCondition),
      comment: auto.comment,
      action_schedule: {
        time_type: auto.timeType,
        time_value: auto.timeValue,
        NextExec: auto.nextExecAt === null ? "" : presentSeconds(auto.nextExecAt),
      },
      last_execution: presentExecution(auto.lastExecution),
      created_at: auto.createdAt,
      updated_at: auto.updatedAt,
      enabled: auto.enabled,
    }),
    source: "seed",
  }),
  updateAutoActionSettings: row(updateAutoActionSettings, "post /autoactions/:auto-id", {
    wire: { schedule: "action_schedule" },
    ...DONE,
  }),
} as const

function presentExecution(execution: AutoAction["lastExecution"]) {
  const { startedAt, endedAt } = execution ?? { startedAt: NEVER, endedAt: NEVER }
  const seconds = Math.floor((Date.parse(endedAt) - Date.parse(startedAt)) / 1000)
  return { started_at: startedAt, ended_at: endedAt, proc_sec: seconds }
}
