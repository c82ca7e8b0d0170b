import { requireWritableAction } from "../../access/settings.ts"
import { command, nothing } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import { object } from "../../model/input/schemas.ts"
import { byOrdinal } from "../../order.ts"
import { anyAction } from "../places.ts"

/**
 * Deletes an action. Refuses an action that auto actions run. Histories keep the writes of the action, without its name.
 * (api.md section 15)
 */
export const deleteAction = command({
  name: "DeleteAction",
  summary: "Delete an action",
  input: () => object(anyAction()),
  place: ["datastore", "action"],
  authorize: requireWritableAction,
  errors: { params: {} },
  execute(tx, { granted: { datastore, action } }): void {
    const { dId, wId } = datastore
    const users = tx.list("autoActions", "autoActionsByWorkspace", wId).filter(({ aId }) => aId === action.aId)
    if (users.length > 0) {
      const names = users.sort(byOrdinal).map(({ name }) => JSON.stringify(name))
      throw invalidParams(`action ${action.displayId} is in use: auto action ${names.join(", ")}`)
    }
    tx.update("datastores", dId, ({ actions }) => {
      actions.splice(
        actions.findIndex(({ aId }) => aId === action.aId),
        1,
      )
    })
  },
  answer: nothing,
})
