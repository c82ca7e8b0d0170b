import fc from "fast-check"
import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import type { KitRequest } from "../../../../../emulator/testing/kit/targets.ts"
import { replaceField } from "../model/fields.ts"
import { doneIf, type FieldDraft, fieldDrafts, fieldScene, withOptions } from "./field-draft.ts"

interface OptionDraft extends FieldDraft {
  readonly option: string
  readonly enabled: boolean
}

export const updateFieldOptions = kind<OptionDraft>({
  name: "UpdateFieldOptions",
  draft: (schema) =>
    fieldDrafts(schema, withOptions, { option: fc.constantFrom("a", "b", "c"), enabled: fc.boolean() }),
  async run(model, session, { option, enabled, ...draft }) {
    const { user, datastore, field, params, refusal } = fieldScene(model, draft, withOptions)
    const body = { options: [{ o_id: option, enabled }] }
    const request: KitRequest = { operation: "updateFieldOptions", user: user.reference, params, body }
    if (field === null) return void (await session.expect(request, refusal))
    const isFine = field.options.some(({ displayId }) => displayId === option)
    await session.expect(request, doneIf(isFine))
    const options = field.options.map((one) => (one.displayId === option ? { ...one, enabled } : one))
    replaceField(datastore, { ...field, options })
  },
})
