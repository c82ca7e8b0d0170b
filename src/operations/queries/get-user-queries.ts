import { seesDatastore } from "../../access/may.ts"
import { requireApplicationAt } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import { completeCondition } from "../../items/search/saved-condition.ts"
import { byOrdinal } from "../../order.ts"
import type { SavedQuery } from "../../records/query.ts"

/**
 * GetUserQueries (api.md section 7.2): the caller's own saved lists and the shared ones of an application, for datastores
 * that their roles show; by display order, then creation.
 */
export const getUserQueries = query({
  enter: requireApplicationAt,
  run: (view, { actor, found: application }): readonly SavedQuery[] =>
    view
      .list("queries", "queriesByApplication", application.pId)
      .filter((saved) => saved.ownerUId === null || saved.ownerUId === actor.uId)
      .sort((left, right) => left.displayOrder - right.displayOrder || byOrdinal(left, right))
      .flatMap((saved) => {
        const datastore = view.expect("datastores", saved.dId)
        if (!seesDatastore(view, actor, datastore)) return []
        return { ...saved, conditions: saved.conditions.map((condition) => completeCondition(datastore, condition)) }
      }),
})
