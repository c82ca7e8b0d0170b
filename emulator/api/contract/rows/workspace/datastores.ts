import * as z from "zod"
import {
  getActionSettingsOfDatastore,
  getDatastoreSettings,
  getDatastores,
  getStatuses,
} from "../../../../../src/inside.ts"
import { presentActionsByStatus } from "../../../presenters/workspace/action-settings.ts"
import { presentStatuses } from "../../../presenters/workspace/actions.ts"
import { presentDatastoreSettings, presentDatastores } from "../../../presenters/workspace/datastores.ts"
import { row as declared } from "../../declared-row.ts"
import { answer, displayId, integer, internalId, lazy, names } from "../../../../contract/shapes.ts"
import {
  actionSettingsOfDatastoreAnswer,
  datastoreSettingsAnswer,
  datastoresAnswer,
} from "../../../../contract/workspace-shapes/datastores.ts"

export const statusesAnswer = lazy(() =>
  z.array(
    answer({
      display_id: displayId(),
      name: names(),
      displayed_name: z.string(),
      status_id: internalId(),
      sort_id: integer(),
      x: z.number(),
      y: z.number(),
    }),
  ),
)

/** api.md section 15: datastores and statuses. */
export const datastoreRows = {
  getDatastores: declared(getDatastores, {
    method: "get",
    paths: ["/applications/:project-id/datastores"],
    tag: "datastores",
    answer: datastoresAnswer,
    present: presentDatastores,
    source: "docs",
  }),
  getDatastoreSettings: declared(getDatastoreSettings, {
    method: "get",
    paths: ["/datastores/:datastore-id/setting"],
    tag: "datastores",
    wire: { application: null },
    answer: datastoreSettingsAnswer,
    present: presentDatastoreSettings,
    source: "client",
  }),
  getActionSettingsOfDatastore: declared(getActionSettingsOfDatastore, {
    method: "get",
    paths: ["/datastores/:datastore-id/action/setting"],
    tag: "datastores",
    wire: { application: null },
    answer: actionSettingsOfDatastoreAnswer,
    present: presentActionsByStatus,
    source: "client",
  }),
  getStatuses: declared(getStatuses, {
    method: "get",
    paths: ["/datastores/:datastore-id/statuses"],
    tag: "datastores",
    wire: { application: null },
    answer: statusesAnswer,
    present: ({ statuses, lang }) => presentStatuses(statuses, lang),
    source: "docs",
  }),
} as const
