import { requireWritableAction } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { actionSettings, changeAction, putAction, requireUnused } from "../../fields/index.ts"
import { anyAction } from "../places.ts"

/** Changes the settings of an action. (api.md section 15) */
export const updateAction = command({
  name: "UpdateAction",
  summary: "Changes an action",
  input: () => ({ ...anyAction(), settings: actionSettings().describe("Settings to change") }),
  place: ["datastore", "action"],
  authorize: requireWritableAction,
  execute(tx, { granted: { datastore, action } }, { settings }): void {
    const changed = changeAction(tx, datastore, action, settings)
    if (changed.crudType === "3" && action.crudType !== "3") requireUnused(tx, datastore, action)
    putAction(tx, datastore.dId, changed)
  },
})
