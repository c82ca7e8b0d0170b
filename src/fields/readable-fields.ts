import { seesField } from "../access/may.ts"
import { perActor } from "../access/per-actor.ts"
import type { Datastore } from "../records/datastore.ts"
import type { Field } from "../records/field.ts"
import type { View } from "../state/view.ts"

/**
 * The fields whose values the actor is answered, in fieldIndex order: those that their roles show, except the ones kept from
 * the API, and label and separator, which have no value (api.md section 8).
 */
export const readableFields = perActor((view: View, actor, datastore: Datastore): readonly Field[] =>
  datastore.fields.filter((field) => hasValue(field) && !field.hideFromApi && seesField(view, actor, datastore, field)),
)

const hasValue = ({ dataType }: Field): boolean => dataType !== "label" && dataType !== "separator"
