import * as z from "zod"
import { type Lang, nameIn } from "../../../../../src/model/index.ts"
import type { Application, Datastore } from "../../../../../src/model/records/index.ts"
import {
  createApplication,
  executeFunction,
  getApplicationAndDatastore,
  getApplicationOfDatastore,
  getApplicationSettings,
  getApplicationsAndDatastores,
} from "../../../../../src/operations/list.ts"
import { presentNames } from "../../../presenters/names.ts"
import { presentRole } from "../../../presenters/workspace/setting-parts.ts"
import { row } from "../../declared-row.ts"
import { answer, answerOf, displayId, internalId, lazy, listAnswer, listOf, names, namesInput } from "../../shapes.ts"
import { roleMembers } from "../../workspace-shapes/role-shapes.ts"

const application = answerOf(() => ({
  p_id: internalId().describe("Internal ID of the application"),
  workspace_id: internalId().describe("Internal ID of the workspace"),
  name: z.string().describe("Name of the application"),
  display_id: displayId().describe("Display ID, chosen on the service's screens"),
}))

const presentApplication = ({ pId, wId, name, displayId }: Application, lang: Lang) => ({
  p_id: pId,
  workspace_id: wId,
  name: nameIn(name, lang),
  display_id: displayId,
})

const presentDatastore = ({ dId, name, displayId }: Datastore, lang: Lang) => ({
  datastore_id: dId,
  name: nameIn(name, lang),
  display_id: displayId,
})

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
        datastores: datastores.map((datastore) => presentDatastore(datastore, lang)),
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
    answer: answerOf(() => ({
      id: internalId().describe("Internal ID"),
      application_id: internalId().describe("Internal ID of the application"),
      workspace_id: internalId().describe("Internal ID of the workspace"),
      name: z.string().describe("Name of the application, in the world's language"),
      display_id: displayId().describe("Display ID, chosen on the service's screens"),
      names: names().describe("Name by language"),
      roles: listOf("Roles", roleMembers()),
      datastores: listOf("The application's datastores", {
        datastore_id: internalId().describe("Internal ID of the datastore"),
        name: z.string().describe("Name of the datastore"),
        display_id: displayId().describe("Display ID, chosen on the service's screens"),
      }),
    })),
    present: ({ application, roles, datastores, lang }) => ({
      id: application.pId,
      application_id: application.pId,
      workspace_id: application.wId,
      name: nameIn(application.name, lang),
      display_id: application.displayId,
      names: presentNames(application.name),
      roles: roles.map(presentRole),
      datastores: datastores.map((datastore) => presentDatastore(datastore, lang)),
    }),
    source: "client",
  }),
  getApplicationOfDatastore: row(getApplicationOfDatastore, "get /applications/datastores/:datastore-id", {
    wire: { application: null },
    answer: application,
    present: ({ application, lang }) => presentApplication(application, lang),
    source: "client",
  }),
  getApplicationAndDatastore: row(getApplicationAndDatastore, "get /applications/datastore/:datastore-id", {
    wire: { application: null },
    answer: answerOf(() => ({
      project: application().describe("The application"),
      datastore: answer({
        d_id: internalId().describe("Internal ID of the datastore"),
        p_id: internalId().describe("Internal ID of the application"),
        name: z.string().describe("Name of the datastore"),
        display_id: displayId().describe("Display ID, chosen on the service's screens"),
      }).describe("The datastore"),
    })),
    present: ({ application, datastore, lang }) => ({
      project: presentApplication(application, lang),
      datastore: {
        d_id: datastore.dId,
        p_id: datastore.pId,
        name: nameIn(datastore.name, lang),
        display_id: datastore.displayId,
      },
    }),
    source: "client",
  }),
  executeFunction: row(executeFunction, "post /applications/:project-id/functions/:function-id", {
    wholeBody: "params",
    answer: lazy(() => z.unknown()),
    present: (result) => result,
    source: "client",
  }),
} as const
