import { requireReadableDatastore } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import type { Lang } from "../../model/index.ts"
import type { Application } from "../../model/records/index.ts"
import { answerApplication } from "../answers/settings.ts"
import { anyDatastore } from "../places.ts"

/** Returns the application of a datastore. (api.md section 14) */
export const getApplicationOfDatastore = query({
  name: "GetApplicationOfDatastore",
  summary: "Returns the application of a datastore",
  input: anyDatastore,
  place: ["application", "datastore"],
  authorize: requireReadableDatastore,
  execute: (view, { granted: datastore }): { readonly application: Application; readonly lang: Lang } => ({
    application: view.expect("applications", datastore.pId),
    lang: view.settings.lang,
  }),
  answer: ({ application }, context) => answerApplication(context, application),
})
