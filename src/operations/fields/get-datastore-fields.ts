import { seesField } from "../../access/may.ts"
import { requireDatastore } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import type { Lang } from "../../names.ts"
import type { Field } from "../../records/field.ts"

export interface DatastoreFields {
  /** The world's language, which names are shown in. */
  readonly lang: Lang
  /** Those the caller's roles show, in fieldIndex order. */
  readonly fields: readonly Field[]
}

/** GetDatastoreFields (api.md section 16): the definitions, also of fields whose values the API does not hand out. */
export const getDatastoreFields = query({
  enter: requireDatastore,
  run: (view, { actor, found: datastore }): DatastoreFields => ({
    lang: view.settings.lang,
    fields: datastore.fields.filter((field) => seesField(view, actor, datastore, field)),
  }),
})
