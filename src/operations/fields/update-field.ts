import { type FieldSettingsPlace, requireWritableField } from "../../access/settings.ts"
import { command } from "../../engine/use-case.ts"
import { changeField } from "../../field-settings/change-field.ts"
import type { FieldInput } from "../../field-settings/field-input.ts"
import { putField } from "../../field-settings/put-field.ts"

export interface UpdateField extends FieldSettingsPlace {
  /** What is to be set. */
  readonly settings: FieldInput
}

/** UpdateField (api.md section 16). */
export const updateField = command("UpdateField", {
  enter: requireWritableField,
  run(tx, { actor, found: { datastore, field } }, { settings }: UpdateField): void {
    putField(tx, datastore, field, changeField(tx, actor, datastore, field, settings))
  },
})
