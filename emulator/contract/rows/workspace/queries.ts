import * as z from "zod"
import { row } from "../../row.ts"
import { answer, integer, internalId, lazy } from "../../shapes.ts"

const flags = () => ({
  exact_match: z.boolean().optional(),
  not_match: z.boolean().optional(),
  include_null: z.boolean().optional(),
  use_or_condition: z.boolean().optional(),
})

/** A condition of a saved list or an auto action: a leaf, or a group of them; flags only where they were saved. */
export const savedCondition = lazy(() => {
  const leaf = answer({
    search_value: z.array(z.union([z.string(), z.number(), z.null()])),
    data_type: z.string(),
    id: z.string(),
    ...flags(),
  })
  return z.union([leaf, answer({ conditions: z.array(z.unknown()), ...flags() })])
})

/** api.md section 7.2: saved lists. */
export const queryRows = {
  getUserQueries: row({
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
    repeatable: true,
    source: "seed",
  }),
} as const
