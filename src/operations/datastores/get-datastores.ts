import { listDatastores, requireReadableApplication, seesDatastore } from "../../access/index.ts"
import { type DomainResultOf, query } from "../../engine/index.ts"
import { answerDatastore } from "../answers/settings.ts"
import { applicationPlace } from "../places.ts"

/** Returns an application's datastores that the caller may see. (api.md section 15) */
export const getDatastores = query({
  name: "GetDatastores",
  summary: "Returns the datastores of an application that the caller may see",
  input: applicationPlace,
  place: ["application"],
  authorize: requireReadableApplication,
  execute: (view, { principal, granted: { pId } }) => ({
    lang: view.settings.lang,
    datastores: listDatastores(view, pId).filter((datastore) => seesDatastore(view, principal, datastore)),
  }),
  answer: ({ datastores }, context) => ({
    datastores: datastores.map((datastore) => answerDatastore(context, datastore)),
  }),
})

export type DatastoreList = DomainResultOf<typeof getDatastores>
