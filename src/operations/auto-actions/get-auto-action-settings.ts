import { requireAutoAction } from "../../automation/index.ts"
import { query } from "../../engine/index.ts"
import { shownConditions } from "../../items/index.ts"
import type { AutoAction } from "../../model/records/index.ts"
import { answerCondition } from "../answers/conditions.ts"
import { autoActionErrors, autoActionPlace } from "./auto-action-place.ts"

/** Returns the settings of an auto action. Any member of the workspace may call it. (api.md section 7.1) */
export const getAutoActionSettings = query({
  name: "GetAutoActionSettings",
  summary: "Returns the settings of an auto action",
  input: autoActionPlace,
  place: ["autoId"],
  authorize: requireAutoAction,
  errors: autoActionErrors,
  execute(view, { principal, granted: auto }): AutoAction {
    const datastore = view.expect("datastores", auto.dId)
    return { ...auto, conditions: shownConditions(view, principal, datastore, auto.conditions) }
  },
  answer(auto, { view }) {
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
