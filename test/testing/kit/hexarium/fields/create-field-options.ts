import fc from "fast-check"
import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import type { KitRequest } from "../../../../../emulator/testing/kit/targets.ts"
import { replaceField } from "../model/fields.ts"
import { doneIf, type FieldDraft, fieldDrafts, fieldScene, withOptions } from "./field-draft.ts"

interface OptionsDraft extends FieldDraft {
  readonly options: readonly string[]
}

export const createFieldOptions = kind<OptionsDraft>({
  name: "CreateFieldOptions",
  draft: (schema) =>
    fieldDrafts(schema, withOptions, {
      options: fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 2 }),
    }),
  async run(model, session, draft) {
    const { user, datastore, field, params, refusal } = fieldScene(model, draft, withOptions)
    const body = { options: draft.options.map((option) => ({ name: option, display_id: option })) }
    const request: KitRequest = { operation: "createFieldOptions", user: user.reference, params, body }
    if (field === null) return void (await session.expect(request, refusal))
    const all = [...field.options.map(({ displayId }) => displayId), ...draft.options]
    const isFine = new Set(all).size === all.length
    await session.expect(request, doneIf(isFine))
    if (!isFine) return
    const made = draft.options.map((displayId) => ({ displayId, oId: displayId, enabled: true }))
    replaceField(datastore, { ...field, options: [...field.options, ...made] })
  },
})
