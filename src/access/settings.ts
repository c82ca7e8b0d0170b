import type { RId } from "../ids.ts"
import type { Application } from "../records/application.ts"
import type { Datastore } from "../records/datastore.ts"
import { ADMIN, type Role } from "../records/role.ts"
import type { View } from "../state/view.ts"
import type { Actor } from "./actor.ts"
import { requireApplicationAdmin, requireApplicationRole } from "./may.ts"
import { type ApplicationPlace, type DatastorePlace, requireApplicationAt, requireDatastore } from "./places.ts"

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
