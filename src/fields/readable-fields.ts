import { perActor } from "../access/per-actor.ts"
import { shownFields } from "../access/shown-fields.ts"
import type { Datastore } from "../records/datastore.ts"
import type { Field } from "../model/records/field.ts"
import type { View } from "../state/view.ts"
import { holdsValues } from "./types/registry.ts"

/**
 * The fields whose values the actor is answered, in fieldIndex order: those their roles show, without the ones kept from the
 * API and without label and separator, which have no value (api.md section 8).
 */
export const readableFields = perActor((view: View, actor, datastore: Datastore): readonly Field[] =>
  shownFields(view, actor, datastore).filter(holdsValues),
)
