import type { Actor } from "../../access/actor.ts"
import { process } from "../../engine/use-case.ts"
import type { Finding } from "../../error.ts"
import { enterAction, requireNamed } from "../../items/writing/enter-action.ts"
import { planAction } from "../../items/writing/plan-action.ts"
import type { WriteOptions } from "../../items/writing/write-options.ts"
import { writeItem } from "../../items/writing/write-request.ts"
import type { View } from "../../state/view.ts"
import { type CreatedItem, createdBy } from "./create-item.ts"
import { type ItemToWrite, type UpdatedItem, updatedBy, updateKeys } from "./update-item.ts"

export interface ExecuteAction extends Omit<ItemToWrite, "itemId">, WriteOptions {
  /** Needed by every action but a create action. */
  readonly itemId?: string | undefined
  /** Any action of the datastore; with a create action the item is not looked at. */
  readonly actionId: string
}

/** What the action did; `logs` are the lines of its scripts' loggers. */
export type ExecutedAction = (
  | ({ readonly did: "create" } & CreatedItem)
  | ({ readonly did: "update" | "copy" } & UpdatedItem)
  | { readonly did: "delete"; readonly findings: readonly Finding[] }
) & { readonly logs: readonly string[] }

/** ExecuteAction (api.md section 18.1): update, status, delete, copy and create actions alike. */
export const executeAction = process({
  enter: enterAction({}),
  run: async (entry, input: ExecuteAction): Promise<ExecutedAction> => {
    const { caller } = entry
    const plan = (view: View, actor: Actor) =>
      planAction(view, actor, {
        datastore: requireNamed(entry.in(view).found),
        actionId: input.actionId,
        iId: input.itemId,
        options: input,
        keys: updateKeys(input),
      })
    const outcome = await writeItem(caller, "ExecuteAction", input, plan)
    const { logs } = outcome
    switch (outcome.main.action.crudType) {
      case "1":
        return { did: "create", ...createdBy(outcome), logs }
      case "2":
        return { did: "update", ...updatedBy(caller, outcome), logs }
      case "3":
        return { did: "delete", findings: outcome.findings, logs }
      case "4":
        return { did: "copy", ...updatedBy(caller, outcome), logs }
    }
  },
})
