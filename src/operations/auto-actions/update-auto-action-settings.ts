import * as z from "zod"
import { requireAdministeredWorkspace } from "../../access/index.ts"
import { requireAutoAction } from "../../automation/index.ts"
import { command } from "../../engine/index.ts"
import { invalidParams, nextExec, register, scheduleProblem } from "../../model/index.ts"
import { object, optionalBoolean } from "../../model/input/index.ts"
import type { TimeType } from "../../model/records/index.ts"
import { autoActionErrors, autoActionPlace } from "./auto-action-place.ts"

const schedule = () =>
  object({
    timeType: z.string().describe("Unit of the schedule: hr, min, day, week or month"),
    timeValue: z
      .string()
      .describe(
        "Value for the unit: hours or minutes between runs, HH:mm in UTC, weekday from 0 for Sunday, or day of the month",
      ),
  })

/**
 * Reschedules, starts or stops an auto action. Requires a workspace administrator. A start or a new schedule determines the next run,
 * counted from now. (api.md section 15.2)
 */
export const updateAutoActionSettings = command({
  name: "UpdateAutoActionSettings",
  summary: "Changes the schedule of an auto action, or enables or disables the auto action",
  input: () => ({
    ...autoActionPlace(),
    schedule: schedule().describe("When the auto action runs").optional(),
    enabled: optionalBoolean("Whether the auto action runs on its schedule; absent: unchanged"),
  }),
  place: ["autoId"],
  authorize(view, principal, place) {
    requireAdministeredWorkspace(view, principal)
    return requireAutoAction(view, principal, place)
  },
  errors: autoActionErrors,
  execute(tx, { granted: auto }, { autoId, schedule, enabled }): void {
    const problem = schedule === undefined ? undefined : scheduleProblem(schedule.timeType, schedule.timeValue)
    if (problem !== undefined) throw invalidParams(problem)
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
})
