import { type ActionSettingsPlace, requireWritableAction } from "../../access/settings.ts"
import { type ActionInput, changeAction } from "../../datastores/change-action.ts"
import { putAction } from "../../datastores/put-action.ts"
import { command } from "../../engine/use-case.ts"

export interface UpdateAction extends ActionSettingsPlace {
  /** What is to be set. */
  readonly settings: ActionInput
}

/** UpdateAction (api.md section 15). */
export const updateAction = command("UpdateAction", {
  enter: requireWritableAction,
  run(tx, { found: { datastore, action } }, { settings }: UpdateAction): void {
    putAction(tx, datastore.dId, changeAction(tx, datastore, action, settings))
  },
})
