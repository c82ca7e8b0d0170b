import { requireReadableDatastore } from "../../access/index.ts"
import { type DomainResultOf, query } from "../../engine/index.ts"
import { answerApplication, answerDatastore } from "../answers/settings.ts"
import { anyDatastore } from "../places.ts"

/** Returns a datastore and its application. (api.md section 14) */
export const getApplicationAndDatastore = query({
  name: "GetApplicationAndDatastore",
  summary: "Returns a datastore together with its application",
  input: anyDatastore,
  place: ["application", "datastore"],
  authorize: requireReadableDatastore,
  execute: (view, { granted: datastore }) => ({
    lang: view.settings.lang,
    application: view.expect("applications", datastore.pId),
    datastore,
  }),
  answer: ({ application, datastore }, context) => ({
    application: answerApplication(context, application),
    datastore: answerDatastore(context, datastore),
  }),
})

export type ApplicationAndDatastore = DomainResultOf<typeof getApplicationAndDatastore>
