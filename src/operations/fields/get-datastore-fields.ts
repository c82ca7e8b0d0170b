import { seesField } from "../../access/may.ts"
import { requireDatastore } from "../../access/places.ts"
import { answerField } from "../../answers/settings.ts"
import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import type { Lang } from "../../model/names.ts"
import type { Field } from "../../model/records/field.ts"
import type { FieldsAnswer } from "../answers/settings-answers.ts"
import { anyDatastore } from "../places.ts"

export interface DatastoreFields {
  /** The world's language, which names are shown in. */
  readonly lang: Lang
  /** Those the caller's roles show, in fieldIndex order. */
  readonly fields: readonly Field[]
}

/** The definitions of fields, including fields whose values the API hides. (api.md section 16) */
export const getDatastoreFields = query({
  name: "GetDatastoreFields",
  summary: "The fields of a datastore and their layout",
  input: () => object(anyDatastore()),
  place: ["application", "datastore"],
  authorize: requireDatastore,
  errors: { place: { shape: "placeNotFound", description: "fields for d_id: {datastore-id} is not found" } },
  execute: (view, { principal, granted: datastore }): DatastoreFields => ({
    lang: view.settings.lang,
    fields: datastore.fields.filter((field) => seesField(view, principal, datastore, field)),
  }),
  answer: ({ fields }, context): FieldsAnswer => ({ fields: fields.map((field) => answerField(context, field)) }),
})
