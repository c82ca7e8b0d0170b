import { seesField } from "../../access/may.ts"
import { type DatastorePlace, listRoles } from "../../access/places.ts"
import { requireReadableDatastore } from "../../access/settings.ts"
import { query } from "../../engine/use-case.ts"
import type { Lang } from "../../names.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Field } from "../../records/field.ts"
import type { Role } from "../../records/role.ts"

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

/** GetDatastoreSettings (api.md section 15). */
export const getDatastoreSettings = query({
  enter: requireReadableDatastore,
  run: (view, { actor, found: datastore }, _: DatastorePlace): DatastoreSettings => ({
    lang: view.settings.lang,
    datastore,
    fields: datastore.fields.filter((field) => seesField(view, actor, datastore, field)),
    roles: listRoles(view, datastore.pId),
  }),
})
