import { listRoles } from "../../access/places.ts"
import { requireReadableField } from "../../access/settings.ts"
import { answerField } from "../../answers/settings.ts"
import { query } from "../../engine/operation.ts"
import { operandsOf } from "../../fields/operands.ts"
import type { FId } from "../../model/ids.ts"
import { object } from "../../model/input/schemas.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Field } from "../../model/records/field.ts"
import type { Role } from "../../model/records/role.ts"
import { anyField } from "../places.ts"

export interface FieldSettings {
  /** The datastore. */
  readonly datastore: Datastore
  /** The field. */
  readonly field: Field
  /** The fields that its formula names, in that order; none for a field without one. */
  readonly operands: readonly FId[]
  /** All of the application, in creation order. */
  readonly roles: readonly Role[]
}

/** The settings of a field. (api.md section 16) */
export const getFieldSettings = query({
  name: "GetFieldSettings",
  summary: "The settings of a field",
  input: () => object(anyField()),
  place: ["application", "datastore", "field"],
  authorize: requireReadableField,
  execute: (view, { granted: { datastore, field } }): FieldSettings => ({
    datastore,
    field,
    operands: operandsOf(field, datastore.fields),
    roles: listRoles(view, datastore.pId),
  }),
  answer: ({ field }, context) => answerField(context, field),
})
