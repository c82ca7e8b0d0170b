import { process } from "../../engine/index.ts"
import {
  anyCondition,
  authorizeAction,
  conditionList,
  exactMatchesAny,
  findItemsAhead,
  removeItem,
  requireAction,
  searchScope,
} from "../../items/index.ts"
import type { View } from "../../state/index.ts"
import { datastorePlace } from "../places.ts"

/** Deletes all matching items that the caller may see, without scripts. Returns the number of deleted items. (api.md section 18.4) */
export const deleteItemByConditions = process({
  name: "DeleteItemByConditions",
  summary: "Deletes all items that match the conditions",
  input: () => ({
    ...datastorePlace(),
    conditions: conditionList().describe("Conditions of the items; at least one must restrict them").optional(),
    useOrCondition: anyCondition(),
    exactMatchesAny: exactMatchesAny(),
  }),
  place: ["application", "datastore"],
  authorize: authorizeAction({ fallback: "3" }),
  defaultAction: "3",
  errors: { values: { shape: "flat" } },
  writesItems: true,
  async execute(call, { conditions = [], useOrCondition, exactMatchesAny }): Promise<number> {
    const { engine } = call.caller
    const scopeIn = (view: View) => {
      const { principal, granted: datastore } = call.in(view)
      requireAction(principal, datastore, { reference: undefined, crudType: "3" })
      return { ...searchScope(view, principal, datastore, engine), exactMatchesAny }
    }
    const find = await findItemsAhead(engine.view(), scopeIn, conditions, {
      mustRestrict: true,
      useOrCondition: useOrCondition === true,
    })
    return engine.commit("DeleteItemByConditions", call.caller, (tx) => {
      const items = find(tx)
      const { uId } = call.in(tx).principal
      for (const item of items) removeItem(tx, item, uId)
      return items.length
    })
  },
  answer: (): void => undefined,
})
