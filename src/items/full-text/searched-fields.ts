import {
  type Actor,
  findApplication,
  findDatastore,
  listApplications,
  listDatastores,
  seesDatastore,
  shownFields,
} from "../../access/index.ts"
import { invalidParams } from "../../model/index.ts"
import type { Datastore, Field } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"

/** Datastores to search. Each has a list of the full_text fields that the actor may see. */
export type SearchedFields = ReadonlyMap<Datastore, readonly Field[]>

/** Restricts a search to an application, datastore or field. Each is given by its internal or display ID. */
export interface Narrowing {
  readonly application?: string | undefined
  readonly datastore?: string | undefined
  readonly field?: string | undefined
}

/** Returns the fields to search. The default is all full_text fields that the actor may see. Throws INVALID_PARAMS for an unknown ID. */
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
    const datastore = findDatastore(view, actor, named.datastore, { application })
    if (datastore === undefined) throw invalidParams(`unknown datastore_id: ${named.datastore}`)
    return [datastore]
  }
  const applications = application === undefined ? listApplications(view, actor.wId ?? "") : [application]
  return applications
    .flatMap(({ pId }) => listDatastores(view, pId))
    .filter((datastore) => seesDatastore(view, actor, datastore))
}
