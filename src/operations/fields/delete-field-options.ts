import { type FieldSettingsPlace, requireWritableField } from "../../access/settings.ts"
import { command } from "../../engine/use-case.ts"
import { invalidParams } from "../../error.ts"
import { removeOptions } from "../../field-settings/remove-options.ts"

export interface DeleteFieldOptions extends FieldSettingsPlace {
  /** Internal or display IDs. */
  readonly options: readonly string[]
}

/** DeleteFieldOptions (api.md section 16). */
export const deleteFieldOptions = command("DeleteFieldOptions", {
  enter: requireWritableField,
  run(tx, { found: { datastore, field } }, { options }: DeleteFieldOptions): void {
    if (!("options" in field)) throw invalidParams(`a field of type ${field.dataType} has no options`)
    removeOptions(tx, datastore, field, options)
  },
})
