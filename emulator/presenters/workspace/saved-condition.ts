import type { Condition } from "../../../src/inside.ts"
import type { WireSavedCondition } from "../../contract/rows/workspace/queries.ts"

/** A condition of a saved list or auto action: search_value, data_type and id; its flags only where they were saved. */
export const presentSavedCondition = (condition: Condition): WireSavedCondition =>
  condition.conditions === undefined
    ? {
        search_value: [...(condition.searchValue ?? [])],
        data_type: condition.dataType ?? "",
        id: condition.id ?? condition.rpfId ?? "",
        ...presentFlags(condition),
      }
    : { conditions: condition.conditions.map(presentSavedCondition), ...presentFlags(condition) }

const presentFlags = ({ exactMatch, notMatch, includeNull, useOrCondition }: Condition) => ({
  exact_match: exactMatch,
  not_match: notMatch,
  include_null: includeNull,
  use_or_condition: useOrCondition,
})
