import { seesDatastore } from "../../access/may.ts"
import { type ApplicationPlace, listDatastores } from "../../access/places.ts"
import { requireReadableApplication } from "../../access/settings.ts"
import { query } from "../../engine/use-case.ts"
import type { Lang } from "../../names.ts"
import type { Datastore } from "../../records/datastore.ts"

export interface DatastoreList {
  /** The world's language, which names are shown in. */
  readonly lang: Lang
  /** Those that the caller's roles show, in creation order. */
  readonly datastores: readonly Datastore[]
}

/** GetDatastores (api.md section 15). */
export const getDatastores = query({
  enter: requireReadableApplication,
  run: (view, { actor, found: { pId } }, _: ApplicationPlace): DatastoreList => ({
    lang: view.settings.lang,
    datastores: listDatastores(view, pId).filter((datastore) => seesDatastore(view, actor, datastore)),
  }),
})
