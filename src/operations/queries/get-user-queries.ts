import { requireApplicationAt, seesDatastore } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import { shownConditions } from "../../items/index.ts"
import { byOrdinal } from "../../model/index.ts"
import type { SavedQuery } from "../../model/records/index.ts"
import { answerCondition } from "../answers/conditions.ts"
import { applicationPlace } from "../places.ts"

/**
 * Returns an application's saved lists, by display order and then by creation order. Contains the caller's own and shared lists, if the
 * caller may see their datastore. (api.md section 7.2)
 */
export const getUserQueries = query({
  name: "GetUserQueries",
  summary: "Returns the saved search lists of an application",
  input: applicationPlace,
  place: ["application"],
  authorize: requireApplicationAt,
  execute: (view, { principal, granted: application }): readonly SavedQuery[] =>
    view
      .list("queries", "queriesByApplication", application.pId)
      .filter((saved) => saved.ownerUId === null || saved.ownerUId === principal.uId)
      .sort((left, right) => left.displayOrder - right.displayOrder || byOrdinal(left, right))
      .flatMap((saved) => {
        const datastore = view.expect("datastores", saved.dId)
        if (!seesDatastore(view, principal, datastore)) return []
        return { ...saved, conditions: shownConditions(view, principal, datastore, saved.conditions) }
      }),
  answer: (saved, context) => ({
    queries: saved.map(({ qId, dId, name, desc, displayOrder, conditions }) => {
      const datastore = context.view.expect("datastores", dId)
      return {
        qId,
        datastore: datastore.displayId,
        name,
        desc,
        displayOrder,
        conditions: conditions.map((condition) => answerCondition(datastore, condition)),
      }
    }),
  }),
})
