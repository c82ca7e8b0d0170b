import { requireWritableAction } from "../../access/settings.ts"
import { actionSettings } from "../../fields/datastores/action-settings-input.ts"
import { changeAction } from "../../datastores/change-action.ts"
import { putAction } from "../../datastores/put-action.ts"
import { command, nothing } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import { anyAction } from "../places.ts"

/** Changes the settings of an action. (api.md section 15) */
export const updateAction = command({
  name: "UpdateAction",
  summary: "Change an action",
  input: () => object({ ...anyAction(), settings: actionSettings().describe("Settings to change") }),
  place: ["datastore", "action"],
  authorize: requireWritableAction,
  execute(tx, { granted: { datastore, action } }, { settings }): void {
    putAction(tx, datastore.dId, changeAction(tx, datastore, action, settings))
  },
  answer: nothing,
})
