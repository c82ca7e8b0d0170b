import { seesField } from "../../access/may.ts"
import { listRoles } from "../../access/places.ts"
import { type ActionSettingsPlace, requireReadableAction } from "../../access/settings.ts"
import { query } from "../../engine/use-case.ts"
import type { Action, Datastore } from "../../records/datastore.ts"
import type { Field } from "../../records/field.ts"
import type { Role } from "../../records/role.ts"

export interface ActionSettings {
  /** The datastore. */
  readonly datastore: Datastore
  /** The action. */
  readonly action: Action
  /** The fields that the caller's roles show, in fieldIndex order. */
  readonly fields: readonly Field[]
  /** All of the application, in creation order. */
  readonly roles: readonly Role[]
}

/** GetActionSettings (api.md section 15). */
export const getActionSettings = query({
  enter: requireReadableAction,
  run: (view, { actor, found: { datastore, action } }, _: ActionSettingsPlace): ActionSettings => ({
    datastore,
    action,
    fields: datastore.fields.filter((field) => seesField(view, actor, datastore, field)),
    roles: listRoles(view, datastore.pId),
  }),
})
