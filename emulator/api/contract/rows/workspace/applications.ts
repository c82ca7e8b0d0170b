import * as z from "zod"
import { nameIn } from "../../../../../src/model/index.ts"
import {
  createApplication,
  executeFunction,
  getApplicationAndDatastore,
  getApplicationOfDatastore,
  getApplicationSettings,
  getApplicationsAndDatastores,
} from "../../../../../src/operations/list.ts"
import {
  presentApplication,
  presentApplicationAndDatastore,
  presentApplicationSettings,
} from "../../../presenters/workspace/applications.ts"
import { row } from "../../declared-row.ts"
import { answerOf, displayId, internalId, lazy, listAnswer, listOf, namesInput } from "../../shapes.ts"
import {
  applicationAndDatastoreAnswer,
  applicationAnswer,
  applicationSettingsAnswer,
} from "../../workspace-shapes/applications.ts"

/** Operations on applications (api.md section 14). */
export const applicationRows = {
  getApplicationsAndDatastores: row(getApplicationsAndDatastores, "get /workspaces/:workspace-id/applications", {
    answer: listAnswer(() => ({
      application_id: internalId().describe("Internal ID of the application"),
      name: z.string().describe("Name of the application"),
      display_id: displayId().describe("Display ID, chosen on the service's screens"),
      datastores: listOf("The application's datastores", {
        datastore_id: internalId().describe("Internal ID of the datastore"),
        name: z.string().describe("Name of the datastore"),
        display_id: displayId().optional().describe("Display ID, chosen on the service's screens"),
      }),
    })),
    present: ({ lang, applications }) =>
      applications.map(({ application, datastores }) => ({
        application_id: application.pId,
        name: nameIn(application.name, lang),
        display_id: application.displayId,
        datastores: datastores.map((datastore) => ({
          datastore_id: datastore.dId,
          name: nameIn(datastore.name, lang),
          display_id: datastore.displayId,
        })),
      })),
  }),
  createApplication: row(createApplication, "post /applications", {
    wire: { name: null, templateId: "tp_id" },
    wireOnly: () => ({
      name: namesInput().describe("Name of the application, in the world's language or by language"),
    }),
    toInput: ({ wire }) => ({ name: wire.name }),
    answer: answerOf(() => ({ project_id: internalId().describe("Internal ID of the application") })),
    present: (pId) => ({ project_id: pId }),
    source: "client",
  }),
  getApplicationSettings: row(getApplicationSettings, "get /applications/:project-id/setting", {
    answer: applicationSettingsAnswer,
    present: presentApplicationSettings,
    source: "client",
  }),
  getApplicationOfDatastore: row(getApplicationOfDatastore, "get /applications/datastores/:datastore-id", {
    wire: { application: null },
    answer: applicationAnswer,
    present: ({ application, lang }) => presentApplication(application, lang),
    source: "client",
  }),
  getApplicationAndDatastore: row(getApplicationAndDatastore, "get /applications/datastore/:datastore-id", {
    wire: { application: null },
    answer: applicationAndDatastoreAnswer,
    present: presentApplicationAndDatastore,
    source: "client",
  }),
  executeFunction: row(executeFunction, "post /applications/:project-id/functions/:function-id", {
    wholeBody: "params",
    answer: lazy(() => z.unknown()),
    present: (result) => result,
    source: "client",
  }),
} as const
