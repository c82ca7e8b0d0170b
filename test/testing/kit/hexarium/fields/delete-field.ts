import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import type { KitRequest } from "../../../../../emulator/testing/kit/targets.ts"
import { dropField, isInFormula } from "../model/fields.ts"
import { SPARE_FIELDS } from "../model/spare-fields.ts"
import { doneIf, type FieldDraft, fieldDrafts, fieldScene } from "./field-draft.ts"

export const deleteField = kind<FieldDraft>({
  name: "DeleteField",
  draft: (schema) => fieldDrafts(schema, SPARE_FIELDS, {}),
  async run(model, session, draft) {
    const { user, datastore, field, params, refusal } = fieldScene(model, draft)
    const request: KitRequest = { operation: "deleteField", user: user.reference, params }
    if (field === null) return void (await session.expect(request, refusal))
    const isFine = !isInFormula(datastore, field)
    await session.expect(request, doneIf(isFine))
    if (isFine) dropField(model, datastore, field)
  },
})
