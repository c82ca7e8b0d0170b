import type { Actor } from "../access/actor.ts"
import { seesField } from "../access/may.ts"
import { findField, requireDatastore } from "../access/places.ts"
import { DomainError } from "../error.ts"
import type { Field } from "../records/field.ts"
import type { View } from "../state/view.ts"

/** An autonum field as a request names it. */
export interface AutonumPlace {
  readonly application: string
  readonly datastore: string
  readonly field: string
}

const DESCRIPTION = "invalid fieldID in the datastore"

/** The field of a place (api.md section 6.6); one that the actor's roles do not show counts as missing. */
export function requireAutonumField(view: View, actor: Actor, place: AutonumPlace): Field {
  const datastore = requireDatastore(view, actor, place)
  const field = findField(datastore, place.field)
  const referenceId = `f_id:${place.field}`
  if (field === undefined || !seesField(view, actor, datastore, field)) {
    throw invalidTarget(`could not find field for ${place.field}`, { description: DESCRIPTION, referenceId })
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
