import type { DatastorePlace } from "../../access/places.ts"
import { requireWritableDatastore } from "../../access/settings.ts"
import { command } from "../../engine/use-case.ts"
import type { NewField } from "../../field-settings/field-input.ts"
import { makeField } from "../../field-settings/make-field.ts"

export interface CreateField extends DatastorePlace {
  /** What is to be set. */
  readonly settings: NewField
}

/** CreateField (api.md section 16): answers the field. */
export const createField = command("CreateField", {
  enter: requireWritableDatastore,
  run: (tx, { actor, found: datastore }, { settings }: CreateField) => makeField(tx, actor, datastore, settings),
})
