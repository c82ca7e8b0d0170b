import type { Condition } from "../../../src/index.ts"

type Present = Record<string, unknown>

/** A condition of a saved list or auto action: search_value, data_type and id; its flags only where they were saved. */
export const presentSavedCondition = (condition: Condition): Present => ({
  ...(condition.conditions === undefined
    ? {
        search_value: condition.searchValue ?? [],
        data_type: condition.dataType ?? "",
        id: condition.id ?? condition.rpfId ?? "",
      }
    : { conditions: condition.conditions.map(presentSavedCondition) }),
  ...flags(condition),
})

const flags = ({ exactMatch, notMatch, includeNull, useOrCondition }: Condition): Present => ({
  ...(exactMatch === undefined ? {} : { exact_match: exactMatch }),
  ...(notMatch === undefined ? {} : { not_match: notMatch }),
  ...(includeNull === undefined ? {} : { include_null: includeNull }),
  ...(useOrCondition === undefined ? {} : { use_or_condition: useOrCondition }),
})
