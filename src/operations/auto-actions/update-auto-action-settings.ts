import * as z from "zod"
import { requireAdministeredWorkspace } from "../../access/group-admin.ts"
import { nextExec, register, scheduleProblem } from "../../model/calendar/next-exec.ts"
import { requireAutoAction } from "../../auto-actions/require-auto-action.ts"
import { command, nothing } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import { object } from "../../model/input/schemas.ts"
import type { TimeType } from "../../model/records/auto-action.ts"
import { autoActionErrors, autoActionPlace } from "./auto-action-place.ts"

const schedule = () =>
  object({
    timeType: z.string().describe("Unit of the schedule: hr, min, day, week or month"),
    timeValue: z
      .string()
      .describe(
        "When within the unit: hours or minutes between runs, HH:mm in UTC, weekday from 0 for Sunday, or day of the month",
      ),
  })

/**
 * Reschedules, starts or stops an auto action, for workspace administrators. A new schedule or a start sets the next run, counted
 * from now. (api.md section 15.2)
 */
export const updateAutoActionSettings = command({
  name: "UpdateAutoActionSettings",
  summary: "Reschedule, start or stop an auto action",
  input: () =>
    object({
      ...autoActionPlace(),
      schedule: schedule().describe("When the auto action runs").optional(),
      enabled: z.boolean().describe("Whether the auto action runs by itself; absent leaves it as it is").optional(),
    }),
  authorize: requireAdministeredWorkspace,
  errors: autoActionErrors,
  execute(tx, { principal }, { autoId, schedule, enabled }): void {
    const problem = schedule === undefined ? undefined : scheduleProblem(schedule.timeType, schedule.timeValue)
    if (problem !== undefined) throw invalidParams(problem)
    const auto = requireAutoAction(tx, principal, { autoId })
    if (schedule === undefined && enabled === undefined) return
    tx.update("autoActions", autoId, (draft) => {
      const isStarted = enabled === true && !auto.enabled
      if (schedule !== undefined)
        Object.assign(
          draft,
          register({ timeType: schedule.timeType as TimeType, timeValue: schedule.timeValue }, tx.now),
        )
      else if (isStarted) draft.nextExecAt = nextExec(auto, tx.now)
      if (enabled !== undefined) draft.enabled = enabled
      draft.updatedAt = tx.now
    })
  },
  answer: nothing,
})
