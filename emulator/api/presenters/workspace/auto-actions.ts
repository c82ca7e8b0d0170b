import type * as z from "zod"
import { NEVER } from "../../../../src/model/index.ts"
import type { AutoAction } from "../../../../src/model/records/index.ts"
import type { autoActionAnswer } from "../../contract/rows/workspace/auto-actions.ts"
import { presentSeconds } from "../instants.ts"
import { presentSavedCondition } from "./saved-condition.ts"

export const presentAutoAction = (auto: AutoAction): z.input<ReturnType<typeof autoActionAnswer>> => ({
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
})

const presentExecution = (
  execution: AutoAction["lastExecution"],
): z.input<ReturnType<typeof autoActionAnswer>>["last_execution"] =>
  execution === null
    ? { started_at: NEVER, ended_at: NEVER, proc_sec: 0 }
    : {
        started_at: execution.startedAt,
        ended_at: execution.endedAt,
        proc_sec: Math.floor((Date.parse(execution.endedAt) - Date.parse(execution.startedAt)) / 1000),
      }
