import * as z from "zod"
import { row } from "../../row.ts"
import { answer, integer, internalId, lazy, named } from "../../shapes.ts"

/** A condition of a saved list or an auto action: a leaf, or a group of them; flags only where they were saved. */
export type WireSavedCondition = (WireSavedLeaf | WireSavedGroup) & WireSavedFlags

interface WireSavedLeaf {
  search_value: (string | number | null)[]
  data_type: string
  id: string
}

interface WireSavedGroup {
  conditions: WireSavedCondition[]
}

interface WireSavedFlags {
  exact_match?: boolean | undefined
  not_match?: boolean | undefined
  include_null?: boolean | undefined
  use_or_condition?: boolean | undefined
}

const flags = () => ({
  exact_match: z.boolean().optional(),
  not_match: z.boolean().optional(),
  include_null: z.boolean().optional(),
  use_or_condition: z.boolean().optional(),
})

export const savedCondition: () => z.ZodType<WireSavedCondition, WireSavedCondition> = lazy(
  (): z.ZodType<WireSavedCondition, WireSavedCondition> =>
    named(
      "SavedCondition",
      z.union([
        answer({
          search_value: z.array(z.union([z.string(), z.number(), z.null()])),
          data_type: z.string(),
          id: z.string(),
          ...flags(),
        }),
        answer({ conditions: z.array(z.lazy(savedCondition)), ...flags() }),
      ]),
    ),
)

/** api.md section 7.2: saved lists. */
export const queryRows = {
  getUserQueries: row({
    method: "get",
    paths: ["/applications/:app-id/queries"],
    tag: "queries",
    summary: "The saved search lists of an application",
    auth: "token",
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
  }),
} as const
