import * as z from "zod"
import {
  createApplication,
  executeFunction,
  getApplicationAndDatastore,
  getApplicationOfDatastore,
  getApplicationSettings,
  getApplicationsAndDatastores,
  nameIn,
} from "../../../../../src/inside.ts"
import {
  presentApplication,
  presentApplicationAndDatastore,
  presentApplicationSettings,
} from "../../../presenters/workspace/applications.ts"
import { row } from "../../declared-row.ts"
import { answer, displayId, internalId, lazy, namesInput } from "../../../../contract/shapes.ts"
import {
  applicationAndDatastoreAnswer,
  applicationAnswer,
  applicationSettingsAnswer,
} from "../../../../contract/workspace-shapes/applications.ts"

/** api.md section 14: applications. */
export const applicationRows = {
  getApplicationsAndDatastores: row(getApplicationsAndDatastores, {
    method: "get",
    paths: ["/workspaces/:workspace-id/applications"],
    tag: "applications",
    answer: lazy(() =>
      z.array(
        answer({
          application_id: internalId(),
          name: z.string(),
          display_id: displayId(),
          datastores: z.array(
            answer({ datastore_id: internalId(), name: z.string(), display_id: displayId().optional() }),
          ),
        }),
      ),
    ),
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
    source: "docs",
  }),
  createApplication: row(createApplication, {
    method: "post",
    paths: ["/applications"],
    tag: "applications",
    wire: { name: null, templateId: "tp_id" },
    wireOnly: () => ({ name: namesInput() }),
    toInput: ({ wire }) => ({ name: wire.name }),
    answer: lazy(() => answer({ project_id: internalId() })),
    present: (pId) => ({ project_id: pId }),
    source: "client",
  }),
  getApplicationSettings: row(getApplicationSettings, {
    method: "get",
    paths: ["/applications/:project-id/setting"],
    tag: "applications",
    answer: applicationSettingsAnswer,
    present: presentApplicationSettings,
    source: "client",
  }),
  getApplicationOfDatastore: row(getApplicationOfDatastore, {
    method: "get",
    paths: ["/applications/datastores/:datastore-id"],
    tag: "applications",
    wire: { application: null },
    answer: applicationAnswer,
    present: ({ application, lang }) => presentApplication(application, lang),
    source: "client",
  }),
  getApplicationAndDatastore: row(getApplicationAndDatastore, {
    method: "get",
    paths: ["/applications/datastore/:datastore-id"],
    tag: "applications",
    wire: { application: null },
    answer: applicationAndDatastoreAnswer,
    present: presentApplicationAndDatastore,
    source: "client",
  }),
  executeFunction: row(executeFunction, {
    method: "post",
    paths: ["/applications/:project-id/functions/:function-id"],
    tag: "applications",
    wholeBody: "params",
    answer: lazy(() => z.unknown()),
    present: (result) => result,
    source: "client",
  }),
} as const
