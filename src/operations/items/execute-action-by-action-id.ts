import * as z from "zod"
import { nothing, process } from "../../engine/index.ts"
import { authorizeAction, updateOptions, writeItem } from "../../items/index.ts"
import { object } from "../../model/input/index.ts"
import { planOf } from "./update-item.ts"

/** Runs an action like ExecuteAction, but needs no application and returns nothing. (api.md section 18.2) */
export const executeActionByActionID = process({
  name: "ExecuteActionByActionID",
  summary: "Runs any action on an item (old form of ExecuteAction)",
  input: () =>
    object({
      datastore: z.string().describe("The datastore, by display or internal ID"),
      itemId: z.string().describe("ID of the item"),
      actionId: z.string().describe("The action, by display ID or a_id"),
      ...updateOptions(),
    }),
  place: ["datastore", "actionId"],
  authorize: authorizeAction({}),
  writesItems: true,
  async execute(call, input): Promise<void> {
    await writeItem(call.caller, "ExecuteActionByActionID", input, planOf(call, input))
  },
  answer: nothing,
})
