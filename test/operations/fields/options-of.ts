import type { Field, Option } from "../../../src/model/records/index.ts"

/** The options of a field; none of one that has no such. */
export const optionsOf = (field: Field | undefined): readonly Option[] =>
  field !== undefined && "options" in field ? field.options : []
