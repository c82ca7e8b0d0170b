import { requireAutoAction } from "../../auto-actions/require-auto-action.ts"
import { query } from "../../engine/use-case.ts"
import { completeCondition } from "../../items/search/saved-condition.ts"
import type { AutoAction } from "../../records/auto-action.ts"

/** GetAutoActionSettings (api.md section 7.1): any member of the workspace may read them. */
export const getAutoActionSettings = query({
  enter: requireAutoAction,
  run(view, { found: auto }): AutoAction {
    const datastore = view.expect("datastores", auto.dId)
    return { ...auto, conditions: auto.conditions.map((condition) => completeCondition(datastore, condition)) }
  },
})
