import { kind } from "../../../../../emulator/testing/kit/commands/command.ts"
import { datastoreParams } from "../../../../../emulator/testing/kit/commands/params.ts"
import { datastoreOf } from "../../../../../emulator/testing/kit/commands/pick.ts"
import { fieldOf } from "../../../../../emulator/testing/kit/model/model.ts"
import { isApplicationAdmin, seesDatastore } from "../../../../../emulator/testing/kit/model/people.ts"
import type { KitField } from "../../../../../emulator/testing/kit/schema.ts"
import { addField, isComputable } from "../model/fields.ts"
import { SPARE_FIELDS } from "../model/spare-fields.ts"
import { callerOf, doneIf, type FieldDraft, fieldDrafts } from "./field-draft.ts"

export const createField = kind<FieldDraft>({
  name: "CreateField",
  draft: (schema) => fieldDrafts(schema, SPARE_FIELDS, {}),
  async run(model, session, draft) {
    const datastore = datastoreOf(model, draft.datastore)
    const user = callerOf(model, draft, datastore)
    const field = SPARE_FIELDS.find(({ displayId }) => displayId === draft.field) as KitField
    const roles = model.schema.roles.flatMap(({ path }) => {
      const [application, role = ""] = path.split(":")
      return application === datastore.application ? role : []
    })
    const isFine = fieldOf(datastore, field.displayId) === undefined && isComputable(datastore, field)
    const isAllowed = isApplicationAdmin(model, user.uId, datastore.application)
    const answer = await session.expect(
      {
        operation: "createField",
        user: user.reference,
        params: datastoreParams(datastore),
        body: {
          dataType: field.dataType,
          display_id: field.displayId,
          name: field.displayId,
          roles,
          ...(field.formula === null ? {} : { calc_info: { formula: field.formula } }),
          ...(field.options.length === 0
            ? {}
            : { options: field.options.map(({ displayId }) => ({ display_id: displayId })) }),
        },
      },
      seesDatastore(model, user.uId, datastore) ? (isAllowed ? doneIf(isFine) : { status: 403 }) : { status: 404 },
    )
    if (answer.status === 200) addField(model, datastore, { ...field, fId: answer.body.field_id, roles })
  },
})
