import {
  actorIn,
  holdsRoleIn,
  listApplications,
  listDatastores,
  requireWorkspaceAt,
  seesDatastore,
} from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import { answerApplication, answerDatastore } from "../answers/settings.ts"
import { workspacePlace } from "../places.ts"

/**
 * Returns the applications of a workspace in which the caller has a role, with the datastores that the caller may see. The workspace need
 * not be the caller's current one. (api.md section 14)
 */
export const getApplicationsAndDatastores = query({
  name: "GetApplicationsAndDatastores",
  summary: "Returns the applications and datastores that the caller may see",
  input: workspacePlace,
  place: ["workspace"],
  authorize: requireWorkspaceAt,
  execute(view, { principal, granted: { wId } }) {
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
  answer: ({ applications }, context) => ({
    applications: applications.map(({ application, datastores }) => ({
      ...answerApplication(context, application),
      datastores: datastores.map((datastore) => answerDatastore(context, datastore)),
    })),
  }),
})
