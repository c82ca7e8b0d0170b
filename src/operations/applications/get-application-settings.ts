import { listDatastores, listRoles, requireReadableApplication, seesDatastore } from "../../access/index.ts"
import { type DomainResultOf, query } from "../../engine/index.ts"
import { answerApplication, answerDatastore, answerRole } from "../answers/settings.ts"
import { applicationPlace } from "../places.ts"

/** Returns an application with its roles and with the datastores that the caller may see. (api.md section 14) */
export const getApplicationSettings = query({
  name: "GetApplicationSettings",
  summary: "Returns an application with its roles and datastores",
  input: applicationPlace,
  place: ["application"],
  authorize: requireReadableApplication,
  execute: (view, { principal, granted: application }) => ({
    lang: view.settings.lang,
    application,
    roles: listRoles(view, application.pId),
    datastores: listDatastores(view, application.pId).filter((datastore) => seesDatastore(view, principal, datastore)),
  }),
  answer: ({ application, roles, datastores }, context) => ({
    ...answerApplication(context, application),
    roles: roles.map(answerRole),
    datastores: datastores.map((datastore) => answerDatastore(context, datastore)),
  }),
})

export type ApplicationSettings = DomainResultOf<typeof getApplicationSettings>
