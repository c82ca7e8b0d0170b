import * as z from "zod"
import { row } from "../../row.ts"
import { answer, body, done, integer, internalId, lazy, millis, never, seconds } from "../../shapes.ts"
import { savedCondition } from "./queries.ts"

const unknownAutoAction = { code: "INVALID_PARAMS", error: "not found auto_id: {auto-id}" } as const

/** api.md sections 7.1 and 15.2: auto actions. */
export const autoActionRows = {
  getAutoActionSettings: row({
    method: "get",
    paths: ["/autoactions/:auto-id"],
    tag: "auto-actions",
    summary: "The settings of a scheduled auto action",
    auth: "token",
    answer: lazy(() =>
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
    ),
    errors: { place: unknownAutoAction, target: unknownAutoAction },
    source: "seed",
  }),
  updateAutoActionSettings: row({
    method: "post",
    paths: ["/autoactions/:auto-id"],
    tag: "auto-actions",
    summary: "Reschedule, start or stop an auto action",
    auth: "token",
    body: lazy(() =>
      body({
        action_schedule: body({ time_type: z.string(), time_value: z.string() }).optional(),
        enabled: z.boolean().optional(),
      }),
    ),
    answer: done,
    errors: { place: unknownAutoAction, target: unknownAutoAction },
    source: "docs",
  }),
} as const
