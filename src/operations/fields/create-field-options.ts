import { requireWritableField } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { changeField, newOptions, putField } from "../../fields/index.ts"
import { anyField } from "../places.ts"

/** Adds options to a field. (api.md section 16) */
export const createFieldOptions = command({
  name: "CreateFieldOptions",
  summary: "Adds options to a field",
  input: () => ({ ...anyField(), options: newOptions().describe("The options to add") }),
  place: ["application", "datastore", "field"],
  authorize: requireWritableField,
  execute(tx, { principal, granted: { datastore, field } }, { options }): void {
    putField(tx, datastore, field, changeField(tx, principal, datastore, field, { options }))
  },
})
