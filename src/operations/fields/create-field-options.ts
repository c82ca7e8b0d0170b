import { type FieldSettingsPlace, requireWritableField } from "../../access/settings.ts"
import { command } from "../../engine/use-case.ts"
import { changeField } from "../../field-settings/change-field.ts"
import { putField } from "../../field-settings/put-field.ts"
import type { OptionInput } from "../../fields/settings-form.ts"

export interface CreateFieldOptions extends FieldSettingsPlace {
  readonly options: readonly Omit<OptionInput, "oId">[]
}

/** CreateFieldOptions (api.md section 16). */
export const createFieldOptions = command("CreateFieldOptions", {
  enter: requireWritableField,
  run(tx, { actor, found: { datastore, field } }, { options }: CreateFieldOptions): void {
    putField(tx, datastore, field, changeField(tx, actor, datastore, field, { options }))
  },
})
