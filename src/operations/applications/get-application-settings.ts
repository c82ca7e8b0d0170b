import { seesDatastore } from "../../access/may.ts"
import { listDatastores, listRoles } from "../../access/places.ts"
import { requireReadableApplication } from "../../access/settings.ts"
import { answerApplication, answerDatastore, answerRole } from "../../answers/settings.ts"
import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import type { Lang } from "../../model/names.ts"
import type { Application } from "../../records/application.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Role } from "../../model/records/role.ts"
import type { ApplicationSettingsAnswer } from "../answers/workspace-answers.ts"
import { applicationPlace } from "../places.ts"

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

/** An application with its roles, and the datastores that the caller sees. (api.md section 14) */
export const getApplicationSettings = query({
  name: "GetApplicationSettings",
  summary: "An application with its roles and datastores",
  input: () => object(applicationPlace()),
  place: ["application"],
  authorize: requireReadableApplication,
  execute: (view, { principal, granted: application }): ApplicationSettings => ({
    lang: view.settings.lang,
    application,
    roles: listRoles(view, application.pId),
    datastores: listDatastores(view, application.pId).filter((datastore) => seesDatastore(view, principal, datastore)),
  }),
  answer: ({ application, roles, datastores }, context): ApplicationSettingsAnswer => ({
    ...answerApplication(context, application),
    roles: roles.map(answerRole),
    datastores: datastores.map((datastore) => answerDatastore(context, datastore)),
  }),
})
