import { placeNotFound } from "../model/error.ts"
import type { RId } from "../model/ids.ts"
import type { Application } from "../records/application.ts"
import type { Action, Datastore } from "../records/datastore.ts"
import type { Field } from "../model/records/field.ts"
import { ADMIN, type Role } from "../model/records/role.ts"
import type { View } from "../state/view.ts"
import type { Actor } from "./actor.ts"
import { requireApplicationAdmin, requireApplicationRole, seesDatastore, seesField } from "./may.ts"
import {
  type ApplicationPlace,
  type DatastorePlace,
  findField,
  listApplications,
  listDatastores,
  requireApplicationAt,
  requireDatastore,
} from "./places.ts"

/** An application whose settings the caller may read: they hold a role of it (api.md section 14). */
export function requireReadableApplication(view: View, actor: Actor, place: ApplicationPlace): Application {
  const application = requireApplicationAt(view, actor, place)
  requireApplicationRole(view, actor, application.pId)
  return application
}

/** A datastore whose settings the caller may read: it is shown to them, and they hold a role of its application. */
export function requireReadableDatastore(view: View, actor: Actor, place: DatastorePlace): Datastore {
  const datastore = requireDatastore(view, actor, place)
  requireApplicationRole(view, actor, datastore.pId)
  return datastore
}

/** A datastore whose settings the caller may write: they hold ADMIN of its application. */
export function requireWritableDatastore(view: View, actor: Actor, place: DatastorePlace): Datastore {
  const datastore = requireDatastore(view, actor, place)
  requireApplicationAdmin(view, actor, datastore.pId)
  return datastore
}

/** Whether a list of roles names a role; ADMIN is in every list (model.md section 3). */
export const isListedRole = ({ rId, displayId }: Role, listed: readonly RId[]): boolean =>
  displayId === ADMIN || listed.includes(rId)

/** An action as a request names it, by internal or display ID. */
export interface ActionSettingsPlace {
  /** Absent: of any datastore of the workspace. */
  readonly datastore?: string | undefined
  /** The action, by its ID or display ID. */
  readonly action: string
}

/** An action and the datastore that has it. */
export interface PlacedAction {
  readonly datastore: Datastore
  readonly action: Action
}

/** An action whose settings the caller may read. Whether they may run it is another question. */
export function requireReadableAction(view: View, actor: Actor, place: ActionSettingsPlace): PlacedAction {
  const placed = requireActionAt(view, actor, place)
  requireApplicationRole(view, actor, placed.datastore.pId)
  return placed
}

/** An action whose settings the caller may write. */
export function requireWritableAction(view: View, actor: Actor, place: ActionSettingsPlace): PlacedAction {
  const placed = requireActionAt(view, actor, place)
  requireApplicationAdmin(view, actor, placed.datastore.pId)
  return placed
}

function requireActionAt(
  view: View,
  actor: Actor,
  { datastore: reference, action }: ActionSettingsPlace,
): PlacedAction {
  const datastores =
    reference === undefined
      ? listShownDatastores(view, actor)
      : [requireDatastore(view, actor, { datastore: reference })]
  for (const idOf of [({ aId }: Action) => aId, ({ displayId }: Action) => displayId]) {
    for (const datastore of datastores) {
      const found = datastore.actions.find((candidate) => idOf(candidate) === action)
      if (found !== undefined) return { datastore, action: found }
    }
  }
  throw placeNotFound(`action not found: ${action}`)
}

/** A field as a request names it, by internal or display ID. */
export interface FieldSettingsPlace extends DatastorePlace {
  /** The field, by its ID or display ID. */
  readonly field: string
}

/** A field and the datastore that has it. */
export interface PlacedField {
  readonly datastore: Datastore
  readonly field: Field
}

/** A field whose settings the caller may read: it is shown to them. */
export function requireReadableField(view: View, actor: Actor, place: FieldSettingsPlace): PlacedField {
  const placed = requireFieldAt(view, actor, place)
  requireApplicationRole(view, actor, placed.datastore.pId)
  return placed
}

/** A field whose settings the caller may write. */
export function requireWritableField(view: View, actor: Actor, place: FieldSettingsPlace): PlacedField {
  const placed = requireFieldAt(view, actor, place)
  requireApplicationAdmin(view, actor, placed.datastore.pId)
  return placed
}

function requireFieldAt(view: View, actor: Actor, place: FieldSettingsPlace): PlacedField {
  const datastore = requireDatastore(view, actor, place)
  const field = findField(datastore, place.field)
  if (field === undefined || !seesField(view, actor, datastore, field)) {
    throw placeNotFound(`field not found: ${place.field}`)
  }
  return { datastore, field }
}

/** Those of the caller's workspace that their roles show, by application in display order, then in creation order. */
const listShownDatastores = (view: View, actor: Actor): Datastore[] =>
  listApplications(view, actor.wId ?? "")
    .flatMap(({ pId }) => listDatastores(view, pId))
    .filter((datastore) => seesDatastore(view, actor, datastore))
