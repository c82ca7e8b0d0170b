import * as z from "zod"
import { getAutoActionSettings, updateAutoActionSettings } from "../../../../src/inside.ts"
import { presentAutoAction } from "../../../api/presenters/workspace/auto-actions.ts"
import { row } from "../../../api/contract/declared-row.ts"
import { answer, done, integer, internalId, lazy, millis, never, seconds } from "../../shapes.ts"
import { savedCondition } from "./queries.ts"

export const autoActionAnswer = lazy(() =>
  answer({
    auto_id: internalId(),
    name: z.string(),
    conditions: z.array(savedCondition()),
    comment: z.string(),
    action_schedule: answer({
      time_type: z.enum(["min", "hr", "day", "week", "month"]),
      time_value: z.string(),
      NextExec: z.union([seconds(), z.literal("")]),
    }),
    last_execution: answer({
      started_at: z.union([millis(), never()]),
      ended_at: z.union([millis(), never()]),
      proc_sec: integer(),
    }),
    created_at: millis(),
    updated_at: millis(),
    enabled: z.boolean(),
  }),
)

/** api.md sections 7.1 and 15.2: auto actions. */
export const autoActionRows = {
  getAutoActionSettings: row(getAutoActionSettings, {
    method: "get",
    paths: ["/autoactions/:auto-id"],
    tag: "auto-actions",
    answer: autoActionAnswer,
    present: presentAutoAction,
    source: "seed",
  }),
  updateAutoActionSettings: row(updateAutoActionSettings, {
    method: "post",
    paths: ["/autoactions/:auto-id"],
    tag: "auto-actions",
    wire: { schedule: "action_schedule" },
    answer: done,
    present: () => ({ error: null }),
    source: "docs",
  }),
} as const
