import type { Field } from "../../../src/inside.ts"
import type { Option } from "../../../src/model/records/field.ts"

/** The options of a field; none of one that has no such. */
export const optionsOf = (field: Field | undefined): readonly Option[] =>
  field !== undefined && "options" in field ? field.options : []
