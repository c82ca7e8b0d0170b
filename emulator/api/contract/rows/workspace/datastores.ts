import * as z from "zod"
import {
  getActionSettingsOfDatastore,
  getDatastoreSettings,
  getDatastores,
  getStatuses,
} from "../../../../../src/operations/list.ts"
import { presentActionsByStatus } from "../../../presenters/workspace/action-settings.ts"
import { presentStatuses } from "../../../presenters/workspace/actions.ts"
import { presentDatastoreSettings, presentDatastores } from "../../../presenters/workspace/datastores.ts"
import { row as declared } from "../../declared-row.ts"
import { displayId, integer, internalId, listAnswer, names } from "../../shapes.ts"
import {
  actionSettingsOfDatastoreAnswer,
  datastoreSettingsAnswer,
  datastoresAnswer,
} from "../../workspace-shapes/datastores.ts"

export const statusesAnswer = listAnswer(() => ({
  display_id: displayId().describe("Display ID, chosen on the service's screens"),
  name: names().describe("Name of the status"),
  displayed_name: z.string().describe("Name of the status, in the world's language"),
  status_id: internalId().describe("Display or internal ID of the status; empty for no status"),
  sort_id: integer().describe("Position in the list, counted from 0"),
  x: z.number().describe("Position on the workflow screen, measured from the left"),
  y: z.number().describe("Position on the workflow screen, measured from the top"),
}))

/** Operations on datastores and statuses (api.md section 15). */
export const datastoreRows = {
  getDatastores: declared(getDatastores, "get /applications/:project-id/datastores", {
    answer: datastoresAnswer,
    present: presentDatastores,
  }),
  getDatastoreSettings: declared(getDatastoreSettings, "get /datastores/:datastore-id/setting", {
    wire: { application: null },
    answer: datastoreSettingsAnswer,
    present: presentDatastoreSettings,
    source: "client",
  }),
  getActionSettingsOfDatastore: declared(getActionSettingsOfDatastore, "get /datastores/:datastore-id/action/setting", {
    wire: { application: null },
    answer: actionSettingsOfDatastoreAnswer,
    present: presentActionsByStatus,
    source: "client",
  }),
  getStatuses: declared(getStatuses, "get /datastores/:datastore-id/statuses", {
    wire: { application: null },
    answer: statusesAnswer,
    present: ({ statuses, lang }) => presentStatuses(statuses, lang),
  }),
} as const
