import { seesDatastore } from "../../access/may.ts"
import { type ApplicationPlace, listDatastores, listRoles } from "../../access/places.ts"
import { requireReadableApplication } from "../../access/settings.ts"
import { query } from "../../engine/use-case.ts"
import type { Lang } from "../../names.ts"
import type { Application } from "../../records/application.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Role } from "../../records/role.ts"

export interface ApplicationSettings {
  /** The world's language, which names are shown in. */
  readonly lang: Lang
  /** The application. */
  readonly application: Application
  /** In creation order. */
  readonly roles: readonly Role[]
  /** Those that the caller's roles show, in creation order. */
  readonly datastores: readonly Datastore[]
}

/** GetApplicationSettings (api.md section 14). */
export const getApplicationSettings = query({
  enter: requireReadableApplication,
  run: (view, { actor, found: application }, _: ApplicationPlace): ApplicationSettings => ({
    lang: view.settings.lang,
    application,
    roles: listRoles(view, application.pId),
    datastores: listDatastores(view, application.pId).filter((datastore) => seesDatastore(view, actor, datastore)),
  }),
})
