import * as z from "zod"
import { row } from "../row.ts"
import { answer, integer, internalId, lazy } from "../shapes.ts"

/** A condition of a saved list or an auto action, as it was saved (model.md section 11). */
export const savedCondition = lazy(() =>
  z.looseObject({
    search_value: z.array(z.union([z.string(), z.number(), z.null()])),
    data_type: z.string(),
    id: z.string(),
  }),
)

/** api.md section 7.2: saved lists. */
export const queryRows = {
  getUserQueries: row({
    operation: "GetUserQueries",
    method: "get",
    paths: ["/applications/:app-id/queries"],
    tag: "queries",
    summary: "The saved search lists of an application",
    auth: "token",
    place: "application",
    answer: lazy(() =>
      z.array(
        answer({
          q_id: internalId(),
          name: z.string(),
          desc: z.string(),
          display_order: integer(),
          conditions: z.array(savedCondition()),
          projectId: internalId(),
          datastoreId: internalId(),
        }),
      ),
    ),
    source: "seed",
    planned: true,
  }),
} as const
