import { seesField } from "../../access/may.ts"
import { listRoles } from "../../access/places.ts"
import { requireReadableAction } from "../../access/settings.ts"
import { answerAction } from "../../answers/settings.ts"
import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import type { Action, Datastore } from "../../records/datastore.ts"
import type { Field } from "../../model/records/field.ts"
import type { Role } from "../../model/records/role.ts"
import type { ActionSettingsAnswer } from "../answers/settings-answers.ts"
import { anyAction } from "../places.ts"

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

/** The settings of an action. (api.md section 15) */
export const getActionSettings = query({
  name: "GetActionSettings",
  summary: "The settings of an action",
  input: () => object(anyAction()),
  place: ["datastore", "action"],
  authorize: requireReadableAction,
  execute: (view, { principal, granted: { datastore, action } }): ActionSettings => ({
    datastore,
    action,
    fields: datastore.fields.filter((field) => seesField(view, principal, datastore, field)),
    roles: listRoles(view, datastore.pId),
  }),
  answer: ({ datastore, action, roles }, context): ActionSettingsAnswer => ({
    ...answerAction(context, datastore, action),
    roles: roles.filter(({ rId }) => action.roles.includes(rId)).map(({ displayId }) => displayId),
    fields: Object.fromEntries(
      datastore.fields.flatMap(({ fId, displayId }) =>
        action.fieldSettings[fId] === undefined ? [] : [[displayId, action.fieldSettings[fId]] as const],
      ),
    ),
  }),
})
