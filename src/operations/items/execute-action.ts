import * as z from "zod"
import { process } from "../../engine/index.ts"
import { authorizeAction, updateOptions, writeItem } from "../../items/index.ts"
import { optionalId } from "../../model/input/index.ts"
import { answerExecuted } from "../answers/items.ts"
import { datastorePlace } from "../places.ts"
import { createdBy } from "./create-item.ts"
import type { ExecutedAction } from "./results.ts"
import { planOf, updatedBy } from "./update-item.ts"

/** Runs an action of any type: update, status, delete, copy or create. (api.md section 18.1) */
export const executeAction = process({
  name: "ExecuteAction",
  summary: "Runs any action on an item",
  input: () => ({
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
    const outcome = await writeItem(caller, "ExecuteAction", input, planOf(call, input))
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
