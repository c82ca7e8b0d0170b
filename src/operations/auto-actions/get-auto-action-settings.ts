import { requireAutoAction } from "../../auto-actions/require-auto-action.ts"
import { query } from "../../engine/use-case.ts"
import { completeCondition } from "../../items/search/saved-condition.ts"
import type { AutoAction } from "../../records/auto-action.ts"

/** GetAutoActionSettings (api.md section 7.1): any member of the workspace may read them. */
export const getAutoActionSettings = query<{ readonly autoId: string }, AutoAction>((view, actor, { autoId }) => {
  const auto = requireAutoAction(view, actor, autoId)
  const datastore = view.expect("datastores", auto.dId)
  return { ...auto, conditions: auto.conditions.map((condition) => completeCondition(datastore, condition)) }
})
