import { actorIn } from "../../access/actor.ts"
import { holdsRoleIn, seesDatastore } from "../../access/may.ts"
import { listApplications, listDatastores, requireWorkspaceAt } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import type { Lang } from "../../names.ts"
import type { Application } from "../../records/application.ts"
import type { Datastore } from "../../records/datastore.ts"

export interface ApplicationsAndDatastores {
  /** The world's language, which names are shown in. */
  readonly lang: Lang
  /** By display order. */
  readonly applications: readonly {
    /** The application. */
    readonly application: Application
    /** Those of its datastores that the caller may use. */
    readonly datastores: readonly Datastore[]
  }[]
}

/**
 * GetApplicationsAndDatastores (api.md section 14): the applications of a workspace in which the caller holds a role, each
 * with the datastores that their roles show. The workspace need not be their current one.
 */
export const getApplicationsAndDatastores = query({
  enter: requireWorkspaceAt,
  run(view, { actor, found: { wId } }): ApplicationsAndDatastores {
    const there = actorIn(view, actor.user, wId)
    return {
      lang: view.settings.lang,
      applications: listApplications(view, wId)
        .filter((application) => holdsRoleIn(view, there, application.pId))
        .map((application) => ({
          application,
          datastores: listDatastores(view, application.pId).filter((datastore) =>
            seesDatastore(view, there, datastore),
          ),
        })),
    }
  },
})
