import type { Datastore } from "../datastores/model.ts"
import type { Field } from "../fields/model.ts"
import type { View } from "../state/view.ts"
import type { Actor } from "./actor.ts"
import { seesField } from "./may.ts"

const readable = new WeakMap<Actor, WeakMap<Datastore, readonly Field[]>>()

/**
 * The fields whose values the actor is answered, in fieldIndex order: those his roles show, without the ones kept from the
 * API and without label and separator, which have no value (api.md section 8). Remembered while both stay as they are.
 */
export function readableFields(view: View, actor: Actor, datastore: Datastore): readonly Field[] {
  let byDatastore = readable.get(actor)
  if (byDatastore === undefined) {
    byDatastore = new WeakMap()
    readable.set(actor, byDatastore)
  }
  let fields = byDatastore.get(datastore)
  if (fields === undefined) {
    fields = datastore.fields.filter(
      (field) => hasValue(field) && !field.hideFromApi && seesField(view, actor, datastore, field),
    )
    byDatastore.set(datastore, fields)
  }
  return fields
}

const hasValue = ({ dataType }: Field): boolean => dataType !== "label" && dataType !== "separator"
