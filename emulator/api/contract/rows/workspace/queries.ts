import * as z from "zod"
import { getUserQueries } from "../../../../../src/operations/list.ts"
import { presentSavedCondition } from "../../../presenters/workspace/saved-condition.ts"
import { row } from "../../declared-row.ts"
import { answer, giveName, integer, internalId, lazy, listAnswer } from "../../shapes.ts"

/** A condition or group of conditions in a saved list or auto action. Flags that were not saved are omitted. */
export type WireSavedCondition = WireSavedLeaf | WireSavedGroup

interface WireSaved<T extends string> {
  search_value: string[]
  data_type: T
  id: T
}

interface WireSavedLeaf extends WireSaved<string> {
  exact_match?: boolean | undefined
  not_match?: boolean | undefined
  include_null?: boolean | undefined
}

/** A group of conditions. The properties of a single comparison are present but empty. */
interface WireSavedGroup extends WireSaved<""> {
  conditions: WireSavedCondition[]
  use_or_condition: boolean
  not_match?: boolean | undefined
}

export const savedCondition: () => z.ZodType<WireSavedCondition, WireSavedCondition> = lazy(
  (): z.ZodType<WireSavedCondition, WireSavedCondition> =>
    giveName(
      "SavedCondition",
      z.union([
        answer({
          search_value: z.array(z.string()).describe("Strings or nulls; a range has two values"),
          data_type: z.string().describe("Data type of the field"),
          id: z.string().describe("Display ID or f_id of the field, or name of the system column"),
          exact_match: z
            .boolean()
            .optional()
            .describe("Whether text must be equal instead of matching a pattern. Default: false"),
          not_match: z
            .boolean()
            .optional()
            .describe("Whether to find items that do not match, including empty values. Default: false"),
          include_null: z.boolean().optional().describe("Whether empty values also match. Default: false"),
        }),
        answer({
          conditions: z.array(z.lazy(savedCondition)).describe("Conditions of a group; groups may be nested"),
          use_or_condition: z
            .boolean()
            .describe("true: one condition must match; false: all conditions must match. Default: false"),
          not_match: z.boolean().optional().describe("Whether to negate the group. Default: false"),
          search_value: z.array(z.string()).max(0).describe("Always empty for a group"),
          data_type: z.literal("").describe("Data type of the field"),
          id: z.literal("").describe("Display ID or f_id of the field, or name of the system column"),
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
      desc: z.string().describe("Purpose of the list"),
      display_order: integer().describe("Position among elements of the same kind, counted from 0"),
      conditions: z.array(savedCondition()).describe("Search conditions (model.md section 11)"),
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
