import { requireWritableField } from "../../access/settings.ts"
import { command, nothing } from "../../engine/operation.ts"
import { changeField } from "../../fields/settings/make-field.ts"
import { fieldSettings } from "../../field-settings/field-settings-input.ts"
import { putField } from "../../fields/settings/put-field.ts"
import { object } from "../../model/input/schemas.ts"
import { anyField } from "../places.ts"

/** Changes the settings of a field. (api.md section 16) */
export const updateField = command({
  name: "UpdateField",
  summary: "Change the settings of a field",
  input: () => object({ ...anyField(), settings: fieldSettings().describe("Settings to change") }),
  place: ["application", "datastore", "field"],
  authorize: requireWritableField,
  execute(tx, { principal, granted: { datastore, field } }, { settings }): void {
    putField(tx, datastore, field, changeField(tx, principal, datastore, field, settings))
  },
  answer: nothing,
})
