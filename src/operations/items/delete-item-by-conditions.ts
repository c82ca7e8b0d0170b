import { command, nothing } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import { findRestrictedItems } from "../../items/search/find-items.ts"
import { searchScope } from "../../items/search/scope.ts"
import { conditionList } from "../../items/search/search-input.ts"
import { authorizeAction } from "../../items/writing/enter-action.ts"
import { removeItem } from "../../items/writing/remove-item.ts"
import { requireAction } from "../../items/writing/actions.ts"
import { datastorePlace } from "../places.ts"

/** Deletes every visible item that fits, without scripts. Returns how many there were. (api.md section 18.4) */
export const deleteItemByConditions = command({
  name: "DeleteItemByConditions",
  summary: "Delete all matching items",
  input: () =>
    object({
      ...datastorePlace(),
      conditions: conditionList().describe("Which items; at least one condition has to restrict something").optional(),
    }),
  place: ["application", "datastore"],
  authorize: authorizeAction({ fallback: "3" }),
  errors: { values: { shape: "flat" } },
  writesItems: true,
  execute(tx, { principal: actor, granted: datastore, engine }, input): number {
    requireAction(actor, datastore, { reference: undefined, crudType: "3" })
    const scope = searchScope(tx, actor, datastore, engine, input)
    const items = findRestrictedItems(scope, input.conditions ?? [])
    for (const item of items) removeItem(tx, item, actor.uId)
    return items.length
  },
  answer: nothing,
})
