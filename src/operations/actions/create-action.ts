import { requireWritableDatastore } from "../../access/settings.ts"
import { newActionSettings } from "../../fields/datastores/action-settings-input.ts"
import { makeAction } from "../../datastores/make-action.ts"
import { command } from "../../engine/operation.ts"
import type { AId } from "../../model/ids.ts"
import { object } from "../../model/input/schemas.ts"
import { anyDatastore } from "../places.ts"

/** An action that was made. */
export interface NewActionAnswer {
  /** Its ID. */
  readonly aId: AId
  /** Its display ID. */
  readonly displayId: string
}

/** Makes an action and returns it. (api.md section 15) */
export const createAction = command({
  name: "CreateAction",
  summary: "Make an action",
  input: () => object({ ...anyDatastore(), settings: newActionSettings().describe("Settings of the action") }),
  place: ["application", "datastore"],
  authorize: requireWritableDatastore,
  execute: (tx, { granted: datastore }, { settings }) => makeAction(tx, datastore, settings),
  answer: ({ aId, displayId }): NewActionAnswer => ({ aId, displayId }),
})
