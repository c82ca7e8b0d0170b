import fc from "fast-check"
import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import type { Model } from "../../../../../emulator/testing/kit/model/model.ts"
import type { KitDatastore, KitField } from "../../../../../emulator/testing/kit/schema.ts"
import type { KitRequest } from "../../../../../emulator/testing/kit/targets.ts"
import { isAbove, isRepeated, replaceField } from "../model/fields.ts"
import { SPARE_FIELDS } from "../model/spare-fields.ts"
import { doneIf, type FieldDraft, fieldDrafts, fieldScene } from "./field-draft.ts"

interface UpdateDraft extends FieldDraft {
  readonly change: Change
}

type Change = { readonly max_value: number | "" } | { readonly unique: boolean } | { readonly has_index: boolean }

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ max_value: fc.oneof(fc.constantFrom<"">(""), fc.integer({ min: 1, max: 45 })) }),
  fc.record({ unique: fc.boolean() }),
  fc.record({ has_index: fc.boolean() }),
)

export const updateField = kind<UpdateDraft>({
  name: "UpdateField",
  draft: (schema) => fieldDrafts(schema, SPARE_FIELDS, { change: changes }),
  async run(model, session, draft) {
    const { user, datastore, field, params, refusal } = fieldScene(model, draft)
    const request: KitRequest = { operation: "updateField", user: user.reference, params, body: draft.change }
    if (field === null) return void (await session.expect(request, refusal))
    const isFine = fits(model, datastore, field, draft.change)
    await session.expect(request, doneIf(isFine))
    if (isFine) replaceField(datastore, changeField(field, draft.change))
  },
})

/**
 * Returns whether UpdateField accepts the settings. It refuses those that stored values would violate (model.md section 5.1) or that the
 * type does not have.
 */
function fits(model: Model, datastore: KitDatastore, field: KitField, change: Change): boolean {
  const { dataType } = field
  if ("unique" in change && change.unique && !field.unique) {
    return dataType !== "calc" && dataType !== "checkbox" && !isRepeated(model, datastore, field)
  }
  if (!("max_value" in change) || change.max_value === "") return true
  if (dataType === "calc") return true
  return (dataType === "text" || dataType === "number") && !isAbove(model, datastore, field, change.max_value)
}

function changeField(field: KitField, change: Change): KitField {
  if ("unique" in change) return { ...field, unique: change.unique }
  return "max_value" in change ? { ...field, maxValue: String(change.max_value) } : field
}
