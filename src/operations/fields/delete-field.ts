import { type FieldSettingsPlace, requireWritableField } from "../../access/settings.ts"
import { command } from "../../engine/use-case.ts"
import { removeField } from "../../field-settings/remove-field.ts"

/** DeleteField (api.md section 16). */
export const deleteField = command("DeleteField", {
  enter: requireWritableField,
  run(tx, { found: { datastore, field } }, _: FieldSettingsPlace): void {
    removeField(tx, datastore, field)
  },
})
