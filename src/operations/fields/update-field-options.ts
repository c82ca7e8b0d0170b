import { type FieldSettingsPlace, requireWritableField } from "../../access/settings.ts"
import { command } from "../../engine/use-case.ts"
import { changeField } from "../../field-settings/change-field.ts"
import { putField } from "../../field-settings/put-field.ts"
import type { OptionInput } from "../../fields/settings-form.ts"

export interface UpdateFieldOptions extends FieldSettingsPlace {
  readonly options: readonly (OptionInput & { readonly [N in "oId"]: string })[]
}

/** UpdateFieldOptions (api.md section 16). */
export const updateFieldOptions = command("UpdateFieldOptions", {
  enter: requireWritableField,
  run(tx, { actor, found: { datastore, field } }, { options }: UpdateFieldOptions): void {
    putField(tx, datastore, field, changeField(tx, actor, datastore, field, { options }))
  },
})
