import { operations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import { presentActionsByStatus } from "../../presenters/workspace/action-settings.ts"
import { presentDatastoreSettings, presentDatastores } from "../../presenters/workspace/datastores.ts"

export const datastoreHandlers = {
  getDatastores: handle(table.getDatastores, operations.getDatastores, {
    where: (params) => ({ application: params["project-id"] }),
    input: (_, where) => where,
    present: presentDatastores,
  }),
  getDatastoreSettings: handle(table.getDatastoreSettings, operations.getDatastoreSettings, {
    where: (params) => ({ datastore: params["datastore-id"] }),
    input: (_, where) => where,
    present: presentDatastoreSettings,
  }),
  getActionSettingsOfDatastore: handle(table.getActionSettingsOfDatastore, operations.getActionSettingsOfDatastore, {
    where: (params) => ({ datastore: params["datastore-id"] }),
    input: (_, where) => where,
    present: presentActionsByStatus,
  }),
}
