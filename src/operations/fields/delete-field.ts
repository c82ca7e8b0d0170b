import { requireWritableField } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { removeField } from "../../fields/index.ts"
import { anyField } from "../places.ts"

/** Deletes a field. (api.md section 16) */
export const deleteField = command({
  name: "DeleteField",
  summary: "Deletes a field",
  input: anyField,
  place: ["application", "datastore", "field"],
  authorize: requireWritableField,
  errors: { params: {} },
  execute(tx, { granted: { datastore, field } }): void {
    removeField(tx, datastore, field)
  },
})
