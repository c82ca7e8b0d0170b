import { actorIn } from "../../access/actor.ts"
import { holdsRoleIn, seesDatastore } from "../../access/may.ts"
import { listApplications, listDatastores, requireWorkspaceAt } from "../../access/places.ts"
import { answerApplication, answerDatastore } from "../../answers/settings.ts"
import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import type { Lang } from "../../model/names.ts"
import type { Application } from "../../records/application.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { ApplicationsAnswer } from "../answers/workspace-answers.ts"
import { workspacePlace } from "../places.ts"

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

/** The applications of a workspace in which the caller holds a role, each with the datastores that their roles show. The workspace need not
 * be their current one. (api.md section 14) */
export const getApplicationsAndDatastores = query({
  name: "GetApplicationsAndDatastores",
  summary: "The applications and datastores that the caller's roles show",
  input: () => object(workspacePlace()),
  place: ["workspace"],
  authorize: requireWorkspaceAt,
  execute(view, { principal, granted: { wId } }): ApplicationsAndDatastores {
    const there = actorIn(view, principal.user, wId)
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
  answer: ({ applications }, context): ApplicationsAnswer => ({
    applications: applications.map(({ application, datastores }) => ({
      ...answerApplication(context, application),
      datastores: datastores.map((datastore) => answerDatastore(context, datastore)),
    })),
  }),
})
