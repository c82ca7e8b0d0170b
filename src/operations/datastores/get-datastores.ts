import { seesDatastore } from "../../access/may.ts"
import { listDatastores } from "../../access/places.ts"
import { requireReadableApplication } from "../../access/settings.ts"
import { answerDatastore } from "../../answers/settings.ts"
import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import type { Lang } from "../../model/names.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { DatastoresAnswer } from "../answers/settings-answers.ts"
import { applicationPlace } from "../places.ts"

export interface DatastoreList {
  /** The world's language, which names are shown in. */
  readonly lang: Lang
  /** Those that the caller's roles show, in creation order. */
  readonly datastores: readonly Datastore[]
}

/** The datastores of an application that the caller sees. (api.md section 15) */
export const getDatastores = query({
  name: "GetDatastores",
  summary: "The datastores of an application that the caller's roles show",
  input: () => object(applicationPlace()),
  place: ["application"],
  authorize: requireReadableApplication,
  execute: (view, { principal, granted: { pId } }): DatastoreList => ({
    lang: view.settings.lang,
    datastores: listDatastores(view, pId).filter((datastore) => seesDatastore(view, principal, datastore)),
  }),
  answer: ({ datastores }, context): DatastoresAnswer => ({
    datastores: datastores.map((datastore) => answerDatastore(context, datastore)),
  }),
})
