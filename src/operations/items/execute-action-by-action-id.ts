import * as z from "zod"
import { requireOwnDatastore } from "../../access/index.ts"
import { process } from "../../engine/index.ts"
import { authorizeAction, updateOptions, writeItem } from "../../items/index.ts"
import { optionalId } from "../../model/input/index.ts"
import { planOf } from "./update-item.ts"

/** Runs an action like ExecuteAction, but needs no application or datastore, and returns nothing. (api.md section 18.2) */
export const executeActionByActionID = process({
  name: "ExecuteActionByActionID",
  summary: "Runs any action on an item (old form of ExecuteAction)",
  input: () => ({
    datastore: optionalId().describe("The datastore, by display or internal ID. Default: the item's datastore"),
    itemId: z.string().describe("ID of the item"),
    actionId: z.string().describe("The action, by display ID or a_id"),
    ...updateOptions(),
  }),
  place: ["datastore", "itemId", "actionId"],
  authorize(view, actor, { datastore, itemId, actionId }) {
    const place = { datastore: datastore ?? requireOwnDatastore(view, actor, itemId).dId, actionId }
    return authorizeAction({})(view, actor, place)
  },
  writesItems: true,
  async execute(call, input): Promise<void> {
    await writeItem(call.caller, "ExecuteActionByActionID", input, planOf(call, input))
  },
})
