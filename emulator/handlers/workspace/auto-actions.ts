import { getAutoActionSettings, runUseCase, updateAutoActionSettings } from "../../../src/index.ts"
import type { table } from "../../contract/table.ts"
import { handler } from "../../http/handler.ts"
import { presentAutoAction } from "../../presenters/workspace/auto-actions.ts"

export const autoActionHandlers = {
  getAutoActionSettings: handler<typeof table.getAutoActionSettings>(async ({ caller, params }) =>
    presentAutoAction(await runUseCase(caller, getAutoActionSettings, { autoId: params["auto-id"] })),
  ),
  updateAutoActionSettings: handler<typeof table.updateAutoActionSettings>(async ({ caller, params, body }) => {
    const schedule = body.action_schedule
    await runUseCase(caller, updateAutoActionSettings, {
      autoId: params["auto-id"],
      enabled: body.enabled,
      schedule: schedule && { timeType: schedule.time_type, timeValue: schedule.time_value },
    })
    return { error: null }
  }),
}
