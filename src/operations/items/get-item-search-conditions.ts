import { requireDatastore } from "../../access/places.ts"
import { query } from "../../engine/operation.ts"
import { readableFields } from "../../fields/readable-fields.ts"
import { object } from "../../model/input/schemas.ts"
import type { Lang } from "../../model/names.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Field } from "../../model/records/field.ts"
import { answerFields } from "../answers/items.ts"
import { anyDatastore } from "../places.ts"

export interface ItemSearchConditions {
  /** The datastore. */
  readonly datastore: Datastore
  /** What the reader can search by, in fieldIndex order. */
  readonly fields: readonly Field[]
  /** The world's language, which names are shown in. */
  readonly lang: Lang
}

/** The fields that a datastore can be searched by. (api.md section 17.2) */
export const getItemSearchConditions = query({
  name: "GetItemSearchConditions",
  summary: "The fields a datastore can be searched by",
  input: () => object(anyDatastore()),
  place: ["application", "datastore"],
  authorize: requireDatastore,
  errors: { params: { shape: "errorsWithResult" } },
  execute: (view, { principal, granted: datastore }): ItemSearchConditions => ({
    datastore,
    fields: readableFields(view, principal, datastore).filter(({ search }) => search),
    lang: view.settings.lang,
  }),
  answer: ({ fields }, context) => answerFields(context, fields),
})
