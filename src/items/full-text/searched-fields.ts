import type { Actor } from "../../access/actor.ts"
import { seesDatastore } from "../../access/may.ts"
import { findApplication, findDatastore, listApplications, listDatastores } from "../../access/places.ts"
import { shownFields } from "../../access/shown-fields.ts"
import { invalidParams } from "../../model/error.ts"
import type { Datastore } from "../../records/datastore.ts"
import type { Field } from "../../model/records/field.ts"
import type { View } from "../../state/view.ts"

/** The datastores in which is searched, each with its fields that are marked full_text and shown to the reader. */
export type SearchedFields = ReadonlyMap<Datastore, readonly Field[]>

/** What narrows a search down, by internal or display IDs. */
export interface Narrowing {
  readonly application?: string | undefined
  readonly datastore?: string | undefined
  readonly field?: string | undefined
}

/** Where an actor's search looks: all they are shown, or what they named. Refuses what is unknown to them with INVALID_PARAMS. */
export function searchedFields(view: View, actor: Actor, narrowing: Narrowing): SearchedFields {
  const isNamed = ({ fId, displayId }: Field): boolean =>
    narrowing.field === undefined || fId === narrowing.field || displayId === narrowing.field
  const found = new Map<Datastore, readonly Field[]>()
  let isFieldKnown = narrowing.field === undefined
  for (const datastore of namedDatastores(view, actor, narrowing)) {
    const named = shownFields(view, actor, datastore).filter(isNamed)
    isFieldKnown ||= named.length > 0
    found.set(
      datastore,
      named.filter((field) => field.fullText),
    )
  }
  if (!isFieldKnown) throw invalidParams(`unknown field_id: ${narrowing.field}`)
  return found
}

function namedDatastores(view: View, actor: Actor, named: Narrowing): Datastore[] {
  const application = named.application === undefined ? undefined : findApplication(view, actor, named.application)
  if (named.application !== undefined && application === undefined)
    throw invalidParams(`unknown app_id: ${named.application}`)
  if (named.datastore !== undefined) {
    const datastore = findDatastore(view, actor, named.datastore, application === undefined ? {} : { application })
    if (datastore === undefined) throw invalidParams(`unknown datastore_id: ${named.datastore}`)
    return [datastore]
  }
  const applications = application === undefined ? listApplications(view, actor.wId ?? "") : [application]
  return applications
    .flatMap(({ pId }) => listDatastores(view, pId))
    .filter((datastore) => seesDatastore(view, actor, datastore))
}
