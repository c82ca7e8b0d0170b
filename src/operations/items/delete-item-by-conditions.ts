import { requireDatastore } from "../../access/places.ts"
import { command } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"
import { findItems } from "../../items/search/find-items.ts"
import { searchScope } from "../../items/search/scope.ts"
import { removeItem } from "../../items/writing/remove-item.ts"
import { requireAction, requireMayRun } from "../../items/writing/require-action.ts"
import type { Condition } from "../../records/condition.ts"

export interface DeleteItemByConditions {
  readonly application: string
  readonly datastore: string
  /** At least one, lest a slip empties the datastore. */
  readonly conditions: readonly Condition[]
}

/** DeleteItemByConditions (api.md section 18.4): every visible item that fits, without scripts. Answers how many there were. */
export const deleteItemByConditions = command<DeleteItemByConditions, number>(
  "DeleteItemByConditions",
  (tx, actor, input, engine) => {
    const datastore = requireDatastore(tx, actor, input)
    requireMayRun(tx, actor, datastore, requireAction(actor, datastore, { reference: undefined, crudType: "3" }))
    if (input.conditions.length === 0) throw invalidParams("conditions must not be empty")
    const items = findItems(searchScope(tx, actor, datastore, engine), input.conditions)
    for (const item of items) removeItem(tx, item, actor.uId)
    return items.length
  },
)
