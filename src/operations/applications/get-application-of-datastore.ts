import { requireReadableDatastore } from "../../access/settings.ts"
import { answerApplication } from "../../answers/settings.ts"
import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import type { Lang } from "../../model/names.ts"
import type { Application } from "../../records/application.ts"
import { anyDatastore } from "../places.ts"

/** The application that a datastore is in. (api.md section 14) */
export const getApplicationOfDatastore = query({
  name: "GetApplicationOfDatastore",
  summary: "The application of a datastore",
  input: () => object(anyDatastore()),
  place: ["application", "datastore"],
  authorize: requireReadableDatastore,
  execute: (view, { granted: datastore }): { readonly application: Application; readonly lang: Lang } => ({
    application: view.expect("applications", datastore.pId),
    lang: view.settings.lang,
  }),
  answer: ({ application }, context) => answerApplication(context, application),
})
