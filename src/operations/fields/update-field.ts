import { requireWritableField } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { changeField, fieldSettings, putField } from "../../fields/index.ts"
import { anyField } from "../places.ts"

/** Changes the settings of a field. (api.md section 16) */
export const updateField = command({
  name: "UpdateField",
  summary: "Changes the settings of a field",
  input: () => ({ ...anyField(), settings: fieldSettings().describe("Settings to change") }),
  place: ["application", "datastore", "field"],
  authorize: requireWritableField,
  execute(tx, { principal, granted: { datastore, field } }, { settings }): void {
    putField(tx, datastore, field, changeField(tx, principal, datastore, field, settings))
  },
})
