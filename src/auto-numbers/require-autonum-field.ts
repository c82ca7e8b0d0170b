import type { Actor } from "../access/actor.ts"
import { seesField } from "../access/may.ts"
import { type DatastorePlace, findField } from "../access/places.ts"
import { DomainError } from "../model/error.ts"
import type { Datastore } from "../records/datastore.ts"
import type { FieldOf } from "../model/records/field.ts"
import type { View } from "../state/view.ts"

/** An autonum field as a request names it. */
export interface AutonumPlace extends DatastorePlace {
  /** The autonum field, by its ID or display ID. */
  readonly field: string
}

const DESCRIPTION = "invalid fieldID in the datastore"

/** An autonum field of a datastore (api.md section 6.6); one that the actor's roles do not show counts as missing. */
export function requireAutonumField(
  view: View,
  actor: Actor,
  datastore: Datastore,
  reference: string,
): FieldOf<"autonum"> {
  const field = findField(datastore, reference)
  const referenceId = `f_id:${reference}`
  if (field === undefined || !seesField(view, actor, datastore, field)) {
    throw invalidTarget(`could not find field for ${reference}`, { description: DESCRIPTION, referenceId })
  }
  if (field.dataType !== "autonum") {
    const message = `specified field[${field.fId}] is not the auto number type`
    throw invalidTarget(message, { description: DESCRIPTION, referenceId })
  }
  return field
}

/** A field or branch that the request names wrongly. */
export const invalidTarget = (
  message: string,
  refusal: { readonly description: string; readonly referenceId: string },
): DomainError => new DomainError("INVALID_PARAMS", "target", message, refusal)
