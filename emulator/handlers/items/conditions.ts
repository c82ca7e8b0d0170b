import type { Condition } from "../../../src/inside.ts"
import type { WireCondition } from "../../contract/item-shapes/search.ts"

/** `Cond` of api.md section 0 in the engine's words. */
export const readCondition = (wire: WireCondition): Condition => ({
  ...(wire.id === undefined ? {} : { id: wire.id }),
  ...(wire.rpf_id === undefined ? {} : { rpfId: wire.rpf_id }),
  ...(wire.search_value === undefined ? {} : { searchValue: wire.search_value }),
  ...(wire.data_type === undefined ? {} : { dataType: wire.data_type }),
  ...(wire.exact_match === undefined ? {} : { exactMatch: wire.exact_match }),
  ...(wire.not_match === undefined ? {} : { notMatch: wire.not_match }),
  ...(wire.include_null === undefined ? {} : { includeNull: wire.include_null }),
  ...(wire.conditions === undefined ? {} : { conditions: wire.conditions.map(readCondition) }),
  ...(wire.use_or_condition === undefined ? {} : { useOrCondition: wire.use_or_condition }),
})
