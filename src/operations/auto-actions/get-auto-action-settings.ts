import { requireAutoAction } from "../../auto-actions/require-auto-action.ts"
import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import { completeCondition } from "../../items/search/saved-condition.ts"
import type { AutoAction } from "../../model/records/auto-action.ts"
import { answerCondition } from "../answers/conditions.ts"
import type { AutoActionAnswer } from "../answers/settings-answers.ts"
import { autoActionErrors, autoActionPlace } from "./auto-action-place.ts"

/** The settings of an auto action; any member of the workspace may read them. (api.md section 7.1) */
export const getAutoActionSettings = query({
  name: "GetAutoActionSettings",
  summary: "The settings of a scheduled auto action",
  input: () => object(autoActionPlace()),
  place: ["autoId"],
  authorize: requireAutoAction,
  errors: autoActionErrors,
  execute(view, { granted: auto }): AutoAction {
    const datastore = view.expect("datastores", auto.dId)
    return { ...auto, conditions: auto.conditions.map((condition) => completeCondition(datastore, condition)) }
  },
  answer(auto, { view }): AutoActionAnswer {
    const datastore = view.expect("datastores", auto.dId)
    return {
      autoId: auto.autoId,
      name: auto.name,
      comment: auto.comment,
      application: view.expect("applications", auto.pId).displayId,
      datastore: datastore.displayId,
      action: datastore.actions.find(({ aId }) => aId === auto.aId)?.displayId ?? null,
      conditions: auto.conditions.map((condition) => answerCondition(datastore, condition)),
      timeType: auto.timeType,
      timeValue: auto.timeValue,
      nextExecAt: auto.nextExecAt,
      enabled: auto.enabled,
      lastExecution: auto.lastExecution,
    }
  },
})
