import * as z from "zod"
import type { Actor } from "../../access/actor.ts"
import { nothing, process } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import { authorizeAction } from "../../items/writing/enter-action.ts"
import { planAction } from "../../items/writing/plan-action.ts"
import { updateOptions } from "../../items/writing/write-input.ts"
import { writeItem } from "../../items/writing/write-request.ts"
import type { View } from "../../state/view.ts"
import { updateKeys } from "./update-item.ts"

/** ExecuteAction without an application and without an answer. (api.md section 18.2) */
export const executeActionByActionID = process({
  name: "ExecuteActionByActionID",
  summary: "Run any action on an item (old form)",
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
    const plan = (view: View, actor: Actor) =>
      planAction(view, actor, {
        datastore: call.in(view).granted,
        actionId: input.actionId,
        iId: input.itemId,
        options: input,
        keys: updateKeys(input),
      })
    await writeItem(call.caller, "ExecuteActionByActionID", input, plan)
  },
  answer: nothing,
})
