import {
  DomainError,
  type ErrorCode,
  findByEitherId,
  inNfc,
  invalidParams,
  noPrivileges,
  placeNotFound,
  type RefusalCause,
  requireDisplayId,
  targetNotFound,
} from "../model/index.ts"
import type {
  Action,
  Application,
  Datastore,
  Field,
  Group,
  Item,
  Role,
  Status,
  Workspace,
} from "../model/records/index.ts"
import { groupKey, itemsTable, type View } from "../state/index.ts"
import { type Actor, nameOfUser, notAdministrator, seesDatastore, seesItem } from "./actor.ts"
import { causesOfItem, causesOfPlace } from "./causes.ts"
import {
  type Child,
  findApplication,
  findDatastore,
  listApplications,
  listDatastores,
  listRoles,
} from "./find-places.ts"

export interface ApplicationPlace {
  readonly application: string
}

export const requireApplicationAt = (view: View, actor: Actor, { application }: ApplicationPlace): Application =>
  requireApplication(view, actor, application)

export function requireApplication(view: View, actor: Actor, reference: string): Application {
  const application = findApplication(view, actor, reference)
  if (application === undefined) {
    const causes = causesOfPlace(view, actor, { application: reference })
    throw placeNotFound(`application not found: ${reference}`, { causes })
  }
  return application
}

/** Returns a new display ID in NFC. Throws if it is malformed or another application of the workspace has it. */
export function requireFreeApplicationId(view: View, { wId, pId }: Application, displayId: string): string {
  return requireFreeId(listApplications(view, wId), displayId, "workspace", (other) => other.pId === pId)
}

/** Returns a new display ID in NFC. Throws if it is malformed or another datastore of the application has it. */
export function requireFreeDatastoreId(view: View, { pId, dId }: Datastore, displayId: string): string {
  return requireFreeId(listDatastores(view, pId), displayId, "application", (other) => other.dId === dId)
}

function requireFreeId<T extends Child>(
  siblings: readonly T[],
  given: string,
  parent: string,
  isSelf: (one: T) => boolean,
): string {
  const displayId = requireDisplayId(given, "plain")
  if (siblings.some((other) => !isSelf(other) && other.displayId === displayId)) {
    throw invalidParams(`display_id ${displayId} is already used in the ${parent}`)
  }
  return displayId
}

export interface DatastorePlace {
  /** If omitted, all applications in the workspace are searched. */
  readonly application?: string | undefined
  readonly datastore: string
}

export function requireDatastore(view: View, actor: Actor, place: DatastorePlace): Datastore {
  const application = place.application === undefined ? undefined : requireApplication(view, actor, place.application)
  const datastore = findDatastore(view, actor, place.datastore, { application })
  if (datastore === undefined) {
    throw placeNotFound(`datastore not found: ${place.datastore}`, { causes: causesOfPlace(view, actor, place) })
  }
  return datastore
}

export function findGroup(view: View, actor: Actor, reference: string): Group | undefined {
  if (actor.wId === null) return undefined
  const byId = view.get("groups", reference)
  if (byId?.wId === actor.wId) return byId
  return view.list("groups", "groupsByDisplayId", groupKey(actor.wId, inNfc(reference)))[0]
}

export function requireGroup(view: View, actor: Actor, reference: string): Group {
  const group = findGroup(view, actor, reference)
  if (group === undefined) throw placeNotFound(`group not found: ${reference}`)
  return group
}

export function requireCurrentWorkspace(view: View, actor: Actor): Workspace {
  const workspace = actor.wId === null ? undefined : view.get("workspaces", actor.wId)
  if (workspace === undefined) throw placeNotFound("workspace not found: you are not a member of any workspace")
  return workspace
}

/** Throws NOT_FOUND if the workspace does not exist or is archived, and NO_PRIVILEGES if the actor is not a member (errors.md section 6). */
export function requireKnownWorkspace(view: View, actor: Actor, reference: string): Workspace {
  const workspace = view.get("workspaces", reference)
  if (workspace === undefined || workspace.isArchived === true) throw placeNotFound(`workspace not found: ${reference}`)
  if (!actor.user.memberships.some((membership) => membership.wId === workspace.wId)) {
    throw noPrivileges("you are not a member of the workspace")
  }
  return workspace
}

export interface WorkspacePlace {
  readonly workspace: string
}

export const requireWorkspaceAt = (view: View, actor: Actor, { workspace }: WorkspacePlace): Workspace =>
  requireKnownWorkspace(view, actor, workspace)

/** Finds a field by internal ID, then by display ID. Does not check whether the actor may see the field. */
export const findField = (datastore: Datastore, reference: string): Field | undefined =>
  findByEitherId(datastore.fields, (field) => field.fId, reference)

export const findAction = (datastore: Datastore, reference: string): Action | undefined =>
  findByEitherId(datastore.actions, (action) => action.aId, reference)

export const findStatus = (datastore: Datastore, reference: string): Status | undefined =>
  findByEitherId(datastore.statuses, (status) => status.sId, reference)

export const findRole = (view: View, application: Application, reference: string): Role | undefined =>
  findByEitherId(listRoles(view, application.pId), (role) => role.rId, reference)

/** Finds an item. Returns undefined if the item is missing, deleted or invisible to the actor. */
export function findVisibleItem(view: View, actor: Actor, datastore: Datastore, iId: string): Item | undefined {
  const item = view.get(itemsTable(datastore.dId), iId)
  return item !== undefined && seesItem(actor, item) ? item : undefined
}

/** Creates the error for reading an item that does not exist (errors.md section 3, "item read missing"). */
export const itemNotFound = (iId: string, causes: readonly RefusalCause[] = []): DomainError =>
  targetNotFound("not found", { description: `item not found for i_id:${iId}`, referenceId: iId, causes })

export function requireVisibleItem(view: View, actor: Actor, datastore: Datastore, iId: string): Item {
  const item = findVisibleItem(view, actor, datastore, iId)
  if (item === undefined) throw itemNotFound(iId, causesOfItem(view, actor, datastore, iId))
  return item
}

export interface ItemPlace {
  /** If omitted, all applications in the workspace are searched. */
  readonly application?: string | undefined
  readonly datastore: string
  readonly itemId: string
}

/** Finds the item's datastore. If the datastore is missing or hidden, throws the error for a missing item (api.md section 8). */
export function requireDatastoreOfItem(view: View, actor: Actor, place: ItemPlace): Datastore {
  const application = place.application === undefined ? undefined : findApplication(view, actor, place.application)
  const isLost = place.application !== undefined && application === undefined
  const datastore = isLost ? undefined : findDatastore(view, actor, place.datastore, application && { application })
  if (datastore === undefined) throw itemNotFound(place.itemId, causesOfPlace(view, actor, place))
  return datastore
}

/** Finds the datastore of an item in the current workspace. Throws the error for a missing item unless the actor sees both. */
export function requireOwnDatastore(view: View, actor: Actor, iId: string): Datastore {
  const own = view
    .all("datastores")
    .find((one) => one.wId === actor.wId && findVisibleItem(view, actor, one, iId) !== undefined)
  if (own === undefined || !seesDatastore(view, actor, own)) throw writtenItemNotFound(iId)
  return own
}

export const writtenItemNotFound = (iId: string, causes: readonly RefusalCause[] = []): DomainError =>
  new DomainError("NOT_FOUND", "target", "target item was not found", {
    description: `item is not found for i_id:${iId}`,
    causes,
  })

/** Returns an item. Throws if it is missing, deleted or invisible to the actor. If `actor` is null, all items are visible. */
export function requireItem(view: View, actor: Actor | null, datastore: Datastore, iId: string): Item {
  const item = view.get(itemsTable(datastore.dId), iId)
  if (item === undefined || (actor !== null && !seesItem(actor, item))) {
    throw writtenItemNotFound(iId, causesOfItem(view, actor, datastore, iId))
  }
  return item
}

/** Wraps an authorization function so that missing workspaces, groups etc. are reported with error code `code` (errors.md section 5). */
export const withPlaceCode =
  <P, G>(code: ErrorCode, authorize: (view: View, principal: Actor, place: P) => G) =>
  (view: View, principal: Actor, place: P): G => {
    try {
      return authorize(view, principal, place)
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== "place") throw error
      throw new DomainError(code, "place", error.text, error.refusal)
    }
  }

/** Value of the property `code` in the response to a caller who may not create workspaces (api.md section 10). */
const NO_WORKSPACE_CODE = 999

/** Throws if the current workspace's settings do not allow the actor to create workspaces (api.md section 10). */
export function requireWorkspaceCreator(view: View, actor: Actor): void {
  const { useCreateWorkspace } = requireCurrentWorkspace(view, actor).functionality
  if (useCreateWorkspace === 0 || actor.user.exclusiveWId !== null) {
    const kind = actor.user.exclusiveWId === null ? "workspaces_closed" : "user_exclusive"
    const causes: readonly RefusalCause[] = [{ kind, facts: { user: nameOfUser(actor.user) } }]
    throw noPrivileges("Not permitted in the current workspace", { details: { code: NO_WORKSPACE_CODE }, causes })
  }
  if (useCreateWorkspace === 1 && !actor.isWorkspaceAdmin) {
    throw notAdministrator(actor, "No privileges to create new workspace", "an administrator of the workspace", {
      details: { code: NO_WORKSPACE_CODE },
    })
  }
}
