import { type ActionSettingsPlace, requireWritableAction } from "../../access/settings.ts"
import { command } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"
import { byOrdinal } from "../../order.ts"

/**
 * DeleteAction (api.md section 15): refuses an action that auto actions run. Histories keep what was done by it, without its name.
 */
export const deleteAction = command("DeleteAction", {
  enter: requireWritableAction,
  run(tx, { found: { datastore, action } }, _: ActionSettingsPlace): void {
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
})
