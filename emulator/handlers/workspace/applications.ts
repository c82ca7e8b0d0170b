import { getApplicationsAndDatastores, nameIn, runUseCase } from "../../../src/index.ts"
import type { table } from "../../contract/table.ts"
import { handler } from "../../http/handler.ts"

export const applicationHandlers = {
  getApplicationsAndDatastores: handler<typeof table.getApplicationsAndDatastores>(async ({ caller, params }) => {
    const workspace = params["workspace-id"]
    const { lang, applications } = await runUseCase(caller, getApplicationsAndDatastores, { workspace })
    return applications.map(({ application, datastores }) => ({
      application_id: application.pId,
      name: nameIn(application.name, lang),
      display_id: application.displayId,
      datastores: datastores.map((datastore) => ({
        datastore_id: datastore.dId,
        name: nameIn(datastore.name, lang),
        display_id: datastore.displayId,
      })),
    }))
  }),
}
