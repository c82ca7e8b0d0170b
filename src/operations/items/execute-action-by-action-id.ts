import type { Actor } from "../../access/actor.ts"
import { requireDatastore } from "../../access/places.ts"
import { process } from "../../engine/use-case.ts"
import { planAction } from "../../items/writing/plan-action.ts"
import type { WriteOptions } from "../../items/writing/write-options.ts"
import { writeItem } from "../../items/writing/write-request.ts"
import type { View } from "../../state/view.ts"
import { updateKeys } from "./update-item.ts"

export interface ExecuteActionByActionID extends WriteOptions {
  readonly datastore: string
  readonly itemId: string
  readonly actionId: string
}

/** ExecuteActionByActionID (api.md section 18.2): ExecuteAction without an application, and without anything to answer. */
export const executeActionByActionID = process(async (caller, input: ExecuteActionByActionID): Promise<void> => {
  const plan = (view: View, actor: Actor) =>
    planAction(view, actor, {
      datastore: requireDatastore(view, actor, { datastore: input.datastore }),
      actionId: input.actionId,
      iId: input.itemId,
      options: input,
      keys: updateKeys(input),
    })
  await writeItem(caller, "ExecuteActionByActionID", input, plan)
})
