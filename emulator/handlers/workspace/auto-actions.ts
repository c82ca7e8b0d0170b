import { operations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import { presentAutoAction } from "../../presenters/workspace/auto-actions.ts"

export const autoActionHandlers = {
  getAutoActionSettings: handle(table.getAutoActionSettings, operations.getAutoActionSettings, {
    where: (params) => ({ autoId: params["auto-id"] }),
    input: (_, where) => where,
    present: presentAutoAction,
  }),
  updateAutoActionSettings: handle(table.updateAutoActionSettings, operations.updateAutoActionSettings, {
    input: ({ params, body: { enabled, action_schedule: schedule } }) => ({
      autoId: params["auto-id"],
      enabled,
      schedule: schedule && { timeType: schedule.time_type, timeValue: schedule.time_value },
    }),
    present: () => ({ error: null }),
  }),
}
