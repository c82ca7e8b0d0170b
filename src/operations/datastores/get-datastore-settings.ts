import { seesField } from "../../access/may.ts"
import { listRoles } from "../../access/places.ts"
import { requireReadableDatastore } from "../../access/settings.ts"
import { answerAction, answerDatastore, answerField, answerRole, answerStatus } from "../../answers/settings.ts"
import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import type { Lang } from "../../model/names.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Field } from "../../model/records/field.ts"
import type { Role } from "../../model/records/role.ts"
import type { DatastoreSettingsAnswer } from "../answers/settings-answers.ts"
import { anyDatastore } from "../places.ts"

export interface DatastoreSettings {
  /** The world's language, which names are shown in. */
  readonly lang: Lang
  /** The datastore. */
  readonly datastore: Datastore
  /** Those that the caller's roles show, in fieldIndex order. */
  readonly fields: readonly Field[]
  /** All of the application, in creation order. */
  readonly roles: readonly Role[]
}

/** A datastore with the fields that the caller sees, and all roles of its application. (api.md section 15) */
export const getDatastoreSettings = query({
  name: "GetDatastoreSettings",
  summary: "A datastore with its fields, layout, roles and statuses",
  input: () => object(anyDatastore()),
  place: ["application", "datastore"],
  authorize: requireReadableDatastore,
  execute: (view, { principal, granted: datastore }): DatastoreSettings => ({
    lang: view.settings.lang,
    datastore,
    fields: datastore.fields.filter((field) => seesField(view, principal, datastore, field)),
    roles: listRoles(view, datastore.pId),
  }),
  answer: ({ datastore, fields, roles }, context): DatastoreSettingsAnswer => ({
    ...answerDatastore(context, datastore),
    fields: fields.map((field) => answerField(context, field)),
    statuses: datastore.statuses.map((status) => answerStatus(context, status)),
    actions: datastore.actions.map((action) => answerAction(context, datastore, action)),
    roles: roles.map(answerRole),
  }),
})
