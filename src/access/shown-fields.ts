import type { Datastore } from "../records/datastore.ts"
import type { Field } from "../model/records/field.ts"
import type { View } from "../state/view.ts"
import { seesField } from "./may.ts"
import { perActor } from "./per-actor.ts"

/** The fields that the actor's roles show and the API does not keep back, in fieldIndex order. */
export const shownFields = perActor((view: View, actor, datastore: Datastore): readonly Field[] =>
  datastore.fields.filter((field) => !field.hideFromApi && seesField(view, actor, datastore, field)),
)
