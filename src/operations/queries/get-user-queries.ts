import { seesDatastore } from "../../access/may.ts"
import { requireApplicationAt } from "../../access/places.ts"
import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import { completeCondition } from "../../items/search/saved-condition.ts"
import { byOrdinal } from "../../order.ts"
import type { SavedQuery } from "../../model/records/query.ts"
import { answerCondition } from "../answers/conditions.ts"
import type { QueriesAnswer } from "../answers/settings-answers.ts"
import { applicationPlace } from "../places.ts"

/** The caller's own saved lists and the shared ones of an application, for datastores that their roles show; by display order, then
 * creation. (api.md section 7.2) */
export const getUserQueries = query({
  name: "GetUserQueries",
  summary: "The saved search lists of an application",
  input: () => object(applicationPlace()),
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
        return { ...saved, conditions: saved.conditions.map((condition) => completeCondition(datastore, condition)) }
      }),
  answer: (saved, context): QueriesAnswer => ({
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
