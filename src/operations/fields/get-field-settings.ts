import { listRoles, requireReadableField } from "../../access/index.ts"
import { type DomainResultOf, query } from "../../engine/index.ts"
import { operandsOf } from "../../fields/index.ts"
import { answerField } from "../answers/settings.ts"
import { anyField } from "../places.ts"

/** Returns the settings of a field. (api.md section 16) */
export const getFieldSettings = query({
  name: "GetFieldSettings",
  summary: "Returns the settings of a field",
  input: anyField,
  place: ["application", "datastore", "field"],
  authorize: requireReadableField,
  execute: (view, { granted: { datastore, field } }) => ({
    datastore,
    field,
    operands: operandsOf(field, datastore.fields),
    roles: listRoles(view, datastore.pId),
  }),
  answer: ({ field }, context) => answerField(context, field),
})

export type FieldSettings = DomainResultOf<typeof getFieldSettings>
