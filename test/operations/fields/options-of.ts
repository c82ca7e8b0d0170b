import type { Field, Option } from "../../../src/model/records/index.ts"

/** The field's options; empty for a field without options. */
export const optionsOf = (field: Field | undefined): readonly Option[] =>
  field !== undefined && "options" in field ? field.options : []
