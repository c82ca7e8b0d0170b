import { listRoles } from "../../access/places.ts"
import { type FieldSettingsPlace, requireReadableField } from "../../access/settings.ts"
import { query } from "../../engine/use-case.ts"
import { operandsOf } from "../../fields/operands.ts"
import type { FId } from "../../ids.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Field } from "../../records/field.ts"
import type { Role } from "../../records/role.ts"

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

/** GetFieldSettings (api.md section 16). */
export const getFieldSettings = query({
  enter: requireReadableField,
  run: (view, { found: { datastore, field } }, _: FieldSettingsPlace): FieldSettings => ({
    datastore,
    field,
    operands: operandsOf(field, datastore.fields),
    roles: listRoles(view, datastore.pId),
  }),
})
