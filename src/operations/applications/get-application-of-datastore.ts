import type { DatastorePlace } from "../../access/places.ts"
import { requireReadableDatastore } from "../../access/settings.ts"
import { query } from "../../engine/use-case.ts"
import type { Lang } from "../../names.ts"
import type { Application } from "../../records/application.ts"

/** GetApplicationOfDatastore (api.md section 14). */
export const getApplicationOfDatastore = query({
  enter: requireReadableDatastore,
  run: (view, { found: datastore }, _: DatastorePlace): { readonly application: Application; readonly lang: Lang } => ({
    application: view.expect("applications", datastore.pId),
    lang: view.settings.lang,
  }),
})
