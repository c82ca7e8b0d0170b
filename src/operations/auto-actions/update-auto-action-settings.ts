import { requireAdministeredWorkspace } from "../../access/group-admin.ts"
import { nextExec, register, scheduleProblem } from "../../auto-actions/next-exec.ts"
import { type AutoActionPlace, requireAutoAction } from "../../auto-actions/require-auto-action.ts"
import { command } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"
import type { TimeType } from "../../records/auto-action.ts"

export interface UpdateAutoActionSettings extends AutoActionPlace {
  /** `day` as `HH:mm`, UTC. */
  readonly schedule?: { readonly timeType: string; readonly timeValue: string } | undefined
  readonly enabled?: boolean | undefined
}

/**
 * UpdateAutoActionSettings (api.md section 15.2), for workspace administrators. A new schedule, and starting again, let the next
 * run be found anew from now on.
 */
export const updateAutoActionSettings = command("UpdateAutoActionSettings", {
  enter: requireAdministeredWorkspace,
  run(tx, { actor }, { autoId, schedule, enabled }: UpdateAutoActionSettings): void {
    const problem = schedule === undefined ? undefined : scheduleProblem(schedule.timeType, schedule.timeValue)
    if (problem !== undefined) throw invalidParams(problem)
    const auto = requireAutoAction(tx, actor, { autoId })
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
