import { nameIn, operations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import {
  presentApplication,
  presentApplicationAndDatastore,
  presentApplicationSettings,
} from "../../presenters/workspace/applications.ts"

export const applicationHandlers = {
  getApplicationsAndDatastores: handle(table.getApplicationsAndDatastores, operations.getApplicationsAndDatastores, {
    where: (params) => ({ workspace: params["workspace-id"] }),
    input: (_, where) => where,
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
  createApplication: handle(table.createApplication, operations.createApplication, {
    input: ({ body }) => ({ name: body.name, templateId: body.tp_id }),
    present: (pId) => ({ project_id: pId }),
  }),
  getApplicationSettings: handle(table.getApplicationSettings, operations.getApplicationSettings, {
    where: (params) => ({ application: params["project-id"] }),
    input: (_, where) => where,
    present: presentApplicationSettings,
  }),
  getApplicationOfDatastore: handle(table.getApplicationOfDatastore, operations.getApplicationOfDatastore, {
    where: (params) => ({ datastore: params["datastore-id"] }),
    input: (_, where) => where,
    present: ({ application, lang }) => presentApplication(application, lang),
  }),
  getApplicationAndDatastore: handle(table.getApplicationAndDatastore, operations.getApplicationAndDatastore, {
    where: (params) => ({ datastore: params["datastore-id"] }),
    input: (_, where) => where,
    present: presentApplicationAndDatastore,
  }),
  executeFunction: handle(table.executeFunction, operations.executeFunction, {
    where: (params) => ({ application: params["project-id"], function: params["function-id"] }),
    input: ({ body }, where) => ({ ...where, params: body }),
    present: (result) => result,
  }),
}
