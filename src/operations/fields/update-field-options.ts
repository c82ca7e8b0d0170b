import { requireWritableField } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { changedOptions, changeField, putField } from "../../fields/index.ts"
import { anyField } from "../places.ts"

/** Changes options of a field. (api.md section 16) */
export const updateFieldOptions = command({
  name: "UpdateFieldOptions",
  summary: "Changes options of a field",
  input: () => ({ ...anyField(), options: changedOptions().describe("The options to change") }),
  place: ["application", "datastore", "field"],
  authorize: requireWritableField,
  execute(tx, { principal, granted: { datastore, field } }, { options }): void {
    putField(tx, datastore, field, changeField(tx, principal, datastore, field, { options }))
  },
})
