import { type FnId, findByDisplayId, findByEitherId, type PId, placeNotFound, type RId } from "../model/index.ts"
import { type Action, ADMIN, type Datastore, type Field, type Role } from "../model/records/index.ts"
import type { View } from "../state/index.ts"
import {
  type Actor,
  lacksRole,
  mayCallFunction,
  requireApplicationAdmin,
  requireApplicationRole,
  seesDatastore,
  seesField,
} from "./actor.ts"
import { causesOfField, namesOfRoles } from "./causes.ts"
import { listApplications, listDatastores } from "./find-places.ts"
import {
  type ApplicationPlace,
  type DatastorePlace,
  findField,
  requireApplicationAt,
  requireDatastore,
} from "./places.ts"

type Find<P, T> = (view: View, actor: Actor, place: P) => T

type OfApplication = { readonly pId: PId } | { readonly datastore: Datastore }

const applicationOf = (found: OfApplication): PId => ("datastore" in found ? found.datastore.pId : found.pId)

/** Returns a function that makes functions like `find` that also check the actor's roles in the application. */
const checking =
  (requireRole: (view: View, actor: Actor, pId: PId) => void) =>
  <P, T extends OfApplication>(find: Find<P, T>): Find<P, T> =>
  (view, actor, place) => {
    const found = find(view, actor, place)
    requireRole(view, actor, applicationOf(found))
    return found
  }

/** Throws unless the actor holds a role in the application (api.md section 14). */
const readable = checking(requireApplicationRole)
const writable = checking(requireApplicationAdmin)

export const requireReadableApplication = readable(requireApplicationAt)
export const requireWritableApplication = writable(requireApplicationAt)
export const requireReadableDatastore = readable(requireDatastore)
export const requireWritableDatastore = writable(requireDatastore)
/** Finds an action whose settings the actor may read. Does not check whether the actor may run it. */
export const requireReadableAction = readable(requireActionAt)
export const requireWritableAction = writable(requireActionAt)
/** Finds a field that the actor can see. Throws if there is none. */
export const requireReadableField = readable(requireFieldAt)
export const requireWritableField = writable(requireFieldAt)

/** Returns whether a role list includes the role. Every list includes ADMIN (model.md section 3). */
export const isListedRole = ({ rId, displayId }: Role, listed: readonly RId[]): boolean =>
  displayId === ADMIN || listed.includes(rId)

export interface ActionSettingsPlace {
  /** If omitted, all datastores in the workspace are searched. */
  readonly datastore?: string | undefined
  readonly action: string
}

export interface PlacedAction {
  readonly datastore: Datastore
  readonly action: Action
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
  const byId = ({ actions }: Datastore) => actions.find(({ aId }) => aId === action)
  const byDisplayId = ({ actions }: Datastore) => findByDisplayId(actions, action)
  for (const find of [byId, byDisplayId]) {
    for (const datastore of datastores) {
      const found = find(datastore)
      if (found !== undefined) return { datastore, action: found }
    }
  }
  throw placeNotFound(`action not found: ${action}`)
}

export interface FieldSettingsPlace extends DatastorePlace {
  readonly field: string
}

export interface PlacedField {
  readonly datastore: Datastore
  readonly field: Field
}

function requireFieldAt(view: View, actor: Actor, place: FieldSettingsPlace): PlacedField {
  return requireFieldOf(view, actor, requireDatastore(view, actor, place), place.field)
}

/** Finds a field of a datastore. A hidden field causes the same error as an unknown field. */
export function requireFieldOf(view: View, actor: Actor, datastore: Datastore, reference: string): PlacedField {
  const field = findField(datastore, reference)
  if (field === undefined || !seesField(view, actor, datastore, field)) {
    const causes = causesOfField(view, actor, datastore, reference)
    throw placeNotFound(`field not found: ${reference}`, { causes })
  }
  return { datastore, field }
}

const listShownDatastores = (view: View, actor: Actor): Datastore[] =>
  listApplications(view, actor.wId ?? "")
    .flatMap(({ pId }) => listDatastores(view, pId))
    .filter((datastore) => seesDatastore(view, actor, datastore))

export interface FunctionPlace extends ApplicationPlace {
  readonly function: string
}

export interface CallableFunction {
  readonly fnId: FnId
  readonly pId: PId
  readonly code: string
}

/** Finds a function that the actor may call. A disabled function counts as missing (api.md section 14, "ExecuteFunction"). */
export function requireCallableFunction(view: View, actor: Actor, place: FunctionPlace): CallableFunction {
  const { pId, functions } = requireReadableApplication(view, actor, place)
  const { function: reference } = place
  const found = findByEitherId(functions, ({ fnId }) => fnId, reference)
  if (found?.enabled !== true) throw placeNotFound(`function not found: ${reference}`)
  if (!mayCallFunction(view, actor, pId, found)) {
    const names = namesOfRoles(view, pId, found.roles)
    throw lacksRole(view, actor, pId, "you have no role that may call the function", names)
  }
  return { fnId: found.fnId, pId, code: found.code }
}
