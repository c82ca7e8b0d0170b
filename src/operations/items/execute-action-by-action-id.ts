import type { Actor } from "../../access/actor.ts"
import { process } from "../../engine/use-case.ts"
import { enterAction, requireNamed } from "../../items/writing/enter-action.ts"
import { planAction } from "../../items/writing/plan-action.ts"
import type { WriteOptions } from "../../items/writing/write-options.ts"
import { writeItem } from "../../items/writing/write-request.ts"
import type { View } from "../../state/view.ts"
import { updateKeys } from "./update-item.ts"

export interface ExecuteActionByActionID extends WriteOptions {
  /** Internal or display ID of the datastore. */
  readonly datastore: string
  readonly itemId: string
  readonly actionId: string
}

/** ExecuteActionByActionID (api.md section 18.2): ExecuteAction without an application, and without anything to answer. */
export const executeActionByActionID = process({
  enter: enterAction({}),
  run: async (entry, input: ExecuteActionByActionID): Promise<void> => {
    const plan = (view: View, actor: Actor) =>
      planAction(view, actor, {
        datastore: requireNamed(entry.in(view).found),
        actionId: input.actionId,
        iId: input.itemId,
        options: input,
        keys: updateKeys(input),
      })
    await writeItem(entry.caller, "ExecuteActionByActionID", input, plan)
  },
})
