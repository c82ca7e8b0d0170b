import fc from "fast-check"
import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import type { KitRequest } from "../../../../../emulator/testing/kit/targets.ts"
import { dropOption } from "../model/fields.ts"
import { doneIf, type FieldDraft, fieldDrafts, fieldScene, withOptions } from "./field-draft.ts"

interface OptionDraft extends FieldDraft {
  readonly option: string
}

export const deleteFieldOptions = kind<OptionDraft>({
  name: "DeleteFieldOptions",
  draft: (schema) => fieldDrafts(schema, withOptions, { option: fc.constantFrom("a", "b", "c") }),
  async run(model, session, draft) {
    const { user, datastore, field, params, refusal } = fieldScene(model, draft, withOptions)
    const request: KitRequest = {
      operation: "deleteFieldOptions",
      user: user.reference,
      params,
      body: { o_ids: [draft.option] },
    }
    if (field === null) return void (await session.expect(request, refusal))
    const isFine = field.options.some(({ displayId }) => displayId === draft.option)
    await session.expect(request, doneIf(isFine))
    if (isFine) dropOption(model, datastore, field, draft.option)
  },
})
