import type { Condition } from "../../../../src/model/records/index.ts"
import type { WireSavedCondition } from "../../contract/workspace-shapes/queries.ts"

/** Converts a condition of a saved list or auto action (api.md section 0). An open end of a range becomes "". */
export const presentSavedCondition = (condition: Condition): WireSavedCondition =>
  condition.conditions === undefined
    ? {
        search_value: (condition.searchValue ?? []).map((value) => value ?? ""),
        data_type: condition.dataType ?? "",
        id: condition.id ?? condition.rpfId ?? "",
        exact_match: condition.exactMatch,
        not_match: condition.notMatch,
        include_null: condition.includeNull,
      }
    : {
        conditions: condition.conditions.map(presentSavedCondition),
        use_or_condition: condition.useOrCondition === true,
        not_match: condition.notMatch,
        search_value: [],
        data_type: "",
        id: "",
      }
