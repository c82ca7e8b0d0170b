import { requireWritableAction } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { requireUnused } from "../../fields/index.ts"
import { anyAction } from "../places.ts"

/**
 * Deletes an action. Refuses an action that an auto action runs. Entries in item histories stay, but without the action's name. (api.md
 * section 15)
 */
export const deleteAction = command({
  name: "DeleteAction",
  summary: "Deletes an action",
  input: anyAction,
  place: ["datastore", "action"],
  authorize: requireWritableAction,
  errors: { params: {} },
  execute(tx, { granted: { datastore, action } }): void {
    requireUnused(tx, datastore, action)
    tx.update("datastores", datastore.dId, ({ actions }) => {
      actions.splice(
        actions.findIndex(({ aId }) => aId === action.aId),
        1,
      )
    })
  },
})
