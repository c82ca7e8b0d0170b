import { requireReadableDatastore } from "../../access/settings.ts"
import { answerApplication, answerDatastore } from "../../answers/settings.ts"
import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import type { Lang } from "../../model/names.ts"
import type { Application } from "../../records/application.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { ApplicationAndDatastoreAnswer } from "../answers/workspace-answers.ts"
import { anyDatastore } from "../places.ts"

export interface ApplicationAndDatastore {
  /** The world's language, which names are shown in. */
  readonly lang: Lang
  /** The application. */
  readonly application: Application
  readonly datastore: Datastore
}

/** A datastore with its application. (api.md section 14) */
export const getApplicationAndDatastore = query({
  name: "GetApplicationAndDatastore",
  summary: "A datastore together with its application",
  input: () => object(anyDatastore()),
  place: ["application", "datastore"],
  authorize: requireReadableDatastore,
  execute: (view, { granted: datastore }): ApplicationAndDatastore => ({
    lang: view.settings.lang,
    application: view.expect("applications", datastore.pId),
    datastore,
  }),
  answer: ({ application, datastore }, context): ApplicationAndDatastoreAnswer => ({
    application: answerApplication(context, application),
    datastore: answerDatastore(context, datastore),
  }),
})
