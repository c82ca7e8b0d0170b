import * as z from "zod"
import { answer, giveName, lazy } from "../shapes.ts"

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
