import { requireWritableDatastore } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { makeAction, newActionSettings } from "../../fields/index.ts"
import { anyDatastore } from "../places.ts"

/** Creates an action and returns it. (api.md section 15) */
export const createAction = command({
  name: "CreateAction",
  summary: "Creates an action",
  input: () => ({ ...anyDatastore(), settings: newActionSettings().describe("Settings of the action") }),
  place: ["application", "datastore"],
  authorize: requireWritableDatastore,
  execute: (tx, { granted: datastore }, { settings }) => makeAction(tx, datastore, settings),
  answer: ({ aId, displayId }) => ({ aId, displayId }),
})
