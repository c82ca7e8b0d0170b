import * as z from "zod"
import { getUserQueries } from "../../../../src/inside.ts"
import { presentSavedCondition } from "../../../api/presenters/workspace/saved-condition.ts"
import { row } from "../../../api/contract/declared-row.ts"
import { answer, integer, internalId, lazy, named } from "../../shapes.ts"

/** A condition of a saved list or an auto action: a leaf, or a group of them; flags only where they were saved. */
export type WireSavedCondition = WireSavedLeaf | WireSavedGroup

interface WireSaved<V extends string[], T extends string> {
  search_value: V
  data_type: T
  id: T
}

interface WireSavedLeaf extends WireSaved<string[], string> {
  exact_match?: boolean | undefined
  not_match?: boolean | undefined
  include_null?: boolean | undefined
}

/** What a leaf has is empty in a group. */
interface WireSavedGroup extends WireSaved<[], ""> {
  conditions: WireSavedCondition[]
  use_or_condition: boolean
}

export const savedCondition: () => z.ZodType<WireSavedCondition, WireSavedCondition> = lazy(
  (): z.ZodType<WireSavedCondition, WireSavedCondition> =>
    named(
      "SavedCondition",
      z.union([
        answer({
          search_value: z.array(z.string()),
          data_type: z.string(),
          id: z.string(),
          exact_match: z.boolean().optional(),
          not_match: z.boolean().optional(),
          include_null: z.boolean().optional(),
        }),
        answer({
          conditions: z.array(z.lazy(savedCondition)),
          use_or_condition: z.boolean(),
          search_value: z.tuple([]),
          data_type: z.literal(""),
          id: z.literal(""),
        }),
      ]),
    ),
)

/** api.md section 7.2: saved lists. */
export const queryRows = {
  getUserQueries: row(getUserQueries, {
    method: "get",
    paths: ["/applications/:app-id/queries"],
    tag: "queries",
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
    present: (queries) =>
      queries.map((query) => ({
        q_id: query.qId,
        name: query.name,
        desc: query.desc,
        display_order: query.displayOrder,
        conditions: query.conditions.map(presentSavedCondition),
        projectId: query.pId,
        datastoreId: query.dId,
      })),
    source: "seed",
  }),
} as const
