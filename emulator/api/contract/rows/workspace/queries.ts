import * as z from "zod"
import { getUserQueries } from "../../../../../src/operations/list.ts"
import { presentSavedCondition } from "../../../presenters/workspace/saved-condition.ts"
import { row } from "../../declared-row.ts"
import { answer, integer, internalId, lazy, listAnswer, named } from "../../shapes.ts"

/** A condition, or group of conditions, in a saved list or auto action. Flags are present only if they were saved. */
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

/** A group of conditions. The properties of a single comparison are present but empty. */
interface WireSavedGroup extends WireSaved<[], ""> {
  conditions: WireSavedCondition[]
  use_or_condition: boolean
  not_match?: boolean | undefined
}

export const savedCondition: () => z.ZodType<WireSavedCondition, WireSavedCondition> = lazy(
  (): z.ZodType<WireSavedCondition, WireSavedCondition> =>
    named(
      "SavedCondition",
      z.union([
        answer({
          search_value: z.array(z.string()).describe("Strings and nulls for all data types; a range has two of them"),
          data_type: z.string().describe("Data type of the field"),
          id: z.string().describe("The field or system column, by display ID or f_id"),
          exact_match: z
            .boolean()
            .optional()
            .describe("Of texts: true for equality, false for a pattern. Default false"),
          not_match: z
            .boolean()
            .optional()
            .describe("True: what does not fit is found; empty values then fit. Default false"),
          include_null: z.boolean().optional().describe("True: empty values fit, too. Default false"),
        }),
        answer({
          conditions: z
            .array(z.lazy(savedCondition))
            .describe("Makes the element a group of conditions, nested freely"),
          use_or_condition: z
            .boolean()
            .describe("True: one condition is enough; false: all have to fit. Default false"),
          not_match: z.boolean().optional().describe("True: what does not fit the group is found. Default false"),
          search_value: z.tuple([]).describe("Strings and nulls for all data types; a range has two of them"),
          data_type: z.literal("").describe("Data type of the field"),
          id: z.literal("").describe("The field or system column, by display ID or f_id"),
        }),
      ]),
    ),
)

/** Operations on saved lists (api.md section 7.2). */
export const queryRows = {
  getUserQueries: row(getUserQueries, "get /applications/:app-id/queries", {
    answer: listAnswer(() => ({
      q_id: internalId().describe("ID of the saved list"),
      name: z.string().describe("Name of the saved list"),
      desc: z.string().describe("What the list is for"),
      display_order: integer().describe("Place among its like, from 0"),
      conditions: z.array(savedCondition()).describe("What is looked for (model.md section 11); none: everything"),
      projectId: internalId().describe("Internal ID of the application"),
      datastoreId: internalId().describe("Internal ID of the datastore"),
    })),
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
