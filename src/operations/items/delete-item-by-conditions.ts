import { command } from "../../engine/use-case.ts"
import { findRestrictedItems } from "../../items/search/find-items.ts"
import { searchScope } from "../../items/search/scope.ts"
import { enterAction, requireNamed } from "../../items/writing/enter-action.ts"
import { removeItem } from "../../items/writing/remove-item.ts"
import { requireAction } from "../../items/writing/require-action.ts"
import type { Condition } from "../../records/condition.ts"

export interface DeleteItemByConditions {
  readonly application: string
  readonly datastore: string
  /** Refused when they restrict nothing, lest a slip empties the datastore. */
  readonly conditions: readonly Condition[]
}

/** DeleteItemByConditions (api.md section 18.4): every visible item that fits, without scripts. Answers how many there were. */
export const deleteItemByConditions = command("DeleteItemByConditions", {
  enter: enterAction({ fallback: "3" }),
  run(tx, { actor, found }, input: DeleteItemByConditions, engine): number {
    const datastore = requireNamed(found)
    requireAction(actor, datastore, { reference: undefined, crudType: "3" })
    const items = findRestrictedItems(searchScope(tx, actor, datastore, engine, input), input.conditions)
    for (const item of items) removeItem(tx, item, actor.uId)
    return items.length
  },
})
