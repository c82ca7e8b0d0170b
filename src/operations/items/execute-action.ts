import * as z from "zod"
import type { Actor } from "../../access/actor.ts"
import { process } from "../../engine/operation.ts"
import type { Finding } from "../../model/error.ts"
import { object, optionalId } from "../../model/input/schemas.ts"
import { authorizeAction } from "../../items/writing/enter-action.ts"
import { planAction } from "../../items/writing/plan-action.ts"
import { updateOptions } from "../../items/writing/write-input.ts"
import { writeItem } from "../../items/writing/write-request.ts"
import type { View } from "../../state/view.ts"
import { answerExecuted } from "../answers/items.ts"
import { datastorePlace } from "../places.ts"
import { type CreatedItem, createdBy } from "./create-item.ts"
import { type UpdatedItem, updatedBy, updateKeys } from "./update-item.ts"

/** What the action did; `logs` are the lines of its scripts' loggers. */
export type ExecutedAction = (
  | ({ readonly did: "create" } & CreatedItem)
  | ({ readonly did: "update" | "copy" } & UpdatedItem)
  | { readonly did: "delete"; readonly findings: readonly Finding[] }
) & { readonly logs: readonly string[] }

/** Runs an action of any kind: update, status, delete, copy and create actions alike. (api.md section 18.1) */
export const executeAction = process({
  name: "ExecuteAction",
  summary: "Run any action on an item",
  input: () =>
    object({
      ...datastorePlace(),
      itemId: optionalId().describe("ID of the item; a create action ignores it, all others need it"),
      actionId: z.string().describe("The action, by display ID or a_id"),
      ...updateOptions(),
    }),
  place: ["application", "datastore", "actionId"],
  authorize: authorizeAction({}),
  writesItems: true,
  async execute(call, input): Promise<ExecutedAction> {
    const { caller } = call
    const plan = (view: View, actor: Actor) =>
      planAction(view, actor, {
        datastore: call.in(view).granted,
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
  answer: (executed, context) => answerExecuted(context, executed),
})
