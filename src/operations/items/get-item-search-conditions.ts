import { requireDatastore } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import { readableFields } from "../../fields/readable-fields.ts"
import type { Lang } from "../../names.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Field } from "../../records/field.ts"

export interface GetItemSearchConditions {
  readonly application?: string | undefined
  readonly datastore: string
}

export interface ItemSearchConditions {
  /** The datastore. */
  readonly datastore: Datastore
  /** What the reader can search by, in fieldIndex order. */
  readonly fields: readonly Field[]
  /** The world's language, which names are shown in. */
  readonly lang: Lang
}

/** GetItemSearchConditions (api.md section 17.2). */
export const getItemSearchConditions = query({
  enter: requireDatastore,
  run: (view, { actor, found: datastore }, _: GetItemSearchConditions): ItemSearchConditions => ({
    datastore,
    fields: readableFields(view, actor, datastore).filter(({ search }) => search),
    lang: view.settings.lang,
  }),
})
