import type { DatastorePlace } from "../../access/places.ts"
import { requireReadableDatastore } from "../../access/settings.ts"
import { query } from "../../engine/use-case.ts"
import type { Lang } from "../../names.ts"
import type { Application } from "../../records/application.ts"
import type { Datastore } from "../../records/datastore.ts"

export interface ApplicationAndDatastore {
  /** The world's language, which names are shown in. */
  readonly lang: Lang
  /** The application. */
  readonly application: Application
  readonly datastore: Datastore
}

/** GetApplicationAndDatastore (api.md section 14). */
export const getApplicationAndDatastore = query({
  enter: requireReadableDatastore,
  run: (view, { found: datastore }, _: DatastorePlace): ApplicationAndDatastore => ({
    lang: view.settings.lang,
    application: view.expect("applications", datastore.pId),
    datastore,
  }),
})
