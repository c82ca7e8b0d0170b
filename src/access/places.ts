import { noPrivileges, placeNotFound } from "../model/error.ts"
import { byOrdinal } from "../order.ts"
import type { Application } from "../records/application.ts"
import type { Action, Datastore, Status } from "../records/datastore.ts"
import type { Field } from "../model/records/field.ts"
import type { Group } from "../model/records/group.ts"
import type { Role } from "../model/records/role.ts"
import type { Workspace } from "../model/records/workspace.ts"
import { groupKey } from "../state/indexes.ts"
import type { Tables } from "../state/tables.ts"
import type { View } from "../state/view.ts"
import type { Actor } from "./actor.ts"
import { seesDatastore } from "./may.ts"

/** Applications of the workspace by display order, then creation. */
export const listApplications = (view: View, wId: string): Application[] =>
  view
    .list("applications", "applicationsByWorkspace", wId)
    .sort((left, right) => left.displayOrder - right.displayOrder || byOrdinal(left, right))

/** Datastores of an application in creation order. */
export const listDatastores = (view: View, pId: string): Datastore[] =>
  view.list("datastores", "datastoresByApplication", pId).sort(byOrdinal)

/** Roles of an application in creation order. */
export const listRoles = (view: View, pId: string): Role[] =>
  view.list("roles", "rolesByApplication", pId).sort(byOrdinal)

type Child = Application | Datastore

/** The records of a table by parent and display ID. A table never changes, so neither does what was built for it. */
const childrenOf = new WeakMap<object, ReadonlyMap<string, ReadonlyMap<string, Child>>>()

function byParent(records: readonly Child[]): ReadonlyMap<string, ReadonlyMap<string, Child>> {
  const parents = new Map<string, Map<string, Child>>()
  for (const record of records) {
    const parent = "dId" in record ? record.pId : record.wId
    const children = parents.get(parent) ?? new Map<string, Child>()
    parents.set(parent, children.set(record.displayId, record))
  }
  return parents
}

function findChild<N extends "applications" | "datastores">(
  view: View,
  name: N,
  parent: string,
  displayId: string,
): Tables[N] | undefined {
  const table = view.table(name)
  let children = childrenOf.get(table)
  if (children === undefined) {
    children = byParent(table.toArray())
    childrenOf.set(table, children)
  }
  return children.get(parent)?.get(displayId) as Tables[N] | undefined
}

/**
 * An application of the actor's current workspace by internal or display ID (api.md section 0, "Resolution").
 * It is found whether or not the actor holds a role in it.
 */
export function findApplication(view: View, actor: Actor, reference: string): Application | undefined {
  if (actor.wId === null) return undefined
  const byId = view.get("applications", reference)
  if (byId?.wId === actor.wId) return byId
  return findChild(view, "applications", actor.wId, reference)
}

/** An application as a path names it. */
export interface ApplicationPlace {
  /** The application, by its ID or display ID. */
  readonly application: string
}

export const requireApplicationAt = (view: View, actor: Actor, { application }: ApplicationPlace): Application =>
  requireApplication(view, actor, application)

export function requireApplication(view: View, actor: Actor, reference: string): Application {
  const application = findApplication(view, actor, reference)
  if (application === undefined) throw placeNotFound(`application not found: ${reference}`)
  return application
}

/**
 * A datastore of the current workspace that the actor's roles show, by internal or display ID. With an application: only there.
 * Without one: a display ID is looked for in `preferred` first, then in the others by display order.
 */
export function findDatastore(
  view: View,
  actor: Actor,
  reference: string,
  within: { readonly application?: Application; readonly preferred?: Application } = {},
): Datastore | undefined {
  if (actor.wId === null) return undefined
  const byId = view.get("datastores", reference)
  const inPlace = byId?.wId === actor.wId && (within.application === undefined || within.application.pId === byId.pId)
  if (byId !== undefined && inPlace) return seesDatastore(view, actor, byId) ? byId : undefined
  const applications =
    within.application === undefined
      ? [...(within.preferred === undefined ? [] : [within.preferred]), ...listApplications(view, actor.wId)]
      : [within.application]
  for (const application of applications) {
    const datastore = findChild(view, "datastores", application.pId, reference)
    if (datastore !== undefined && seesDatastore(view, actor, datastore)) return datastore
  }
  return undefined
}

/** A datastore as a request names it, perhaps with its application. */
export interface DatastorePlace {
  /** The application, by its ID or display ID; absent: any that has the datastore. */
  readonly application?: string | undefined
  /** The datastore, by its ID or display ID. */
  readonly datastore: string
}

/** One that is missing or not shown is as not found. */
export function requireDatastore(view: View, actor: Actor, place: DatastorePlace): Datastore {
  const application = place.application === undefined ? undefined : requireApplication(view, actor, place.application)
  const datastore = findDatastore(view, actor, place.datastore, application === undefined ? {} : { application })
  if (datastore === undefined) throw placeNotFound(`datastore not found: ${place.datastore}`)
  return datastore
}

/** A group of the current workspace by internal or display ID. */
export function findGroup(view: View, actor: Actor, reference: string): Group | undefined {
  if (actor.wId === null) return undefined
  const byId = view.get("groups", reference)
  if (byId?.wId === actor.wId) return byId
  return view.list("groups", "groupsByDisplayId", groupKey(actor.wId, reference))[0]
}

export function requireGroup(view: View, actor: Actor, reference: string): Group {
  const group = findGroup(view, actor, reference)
  if (group === undefined) throw placeNotFound(`group not found: ${reference}`)
  return group
}

/** The current workspace of the actor. */
export function requireCurrentWorkspace(view: View, actor: Actor): Workspace {
  const workspace = actor.wId === null ? undefined : view.get("workspaces", actor.wId)
  if (workspace === undefined) throw placeNotFound("workspace not found: you are in none")
  return workspace
}

const byEitherId = <T extends { readonly displayId: string }>(
  all: readonly T[],
  idOf: (one: T) => string,
  reference: string,
): T | undefined => all.find((one) => idOf(one) === reference) ?? all.find((one) => one.displayId === reference)

/** The workspace of a path: missing → not found, the actor not in it → NO_PRIVILEGES (errors.md section 6). */
export function requireKnownWorkspace(view: View, actor: Actor, reference: string): Workspace {
  const workspace = view.get("workspaces", reference)
  if (workspace === undefined) throw placeNotFound(`workspace not found: ${reference}`)
  if (!actor.user.memberships.some((membership) => membership.wId === workspace.wId)) {
    throw noPrivileges("you are not a member of the workspace")
  }
  return workspace
}

/** A workspace as a path names it. */
export interface WorkspacePlace {
  /** ID of the workspace. */
  readonly workspace: string
}

export const requireWorkspaceAt = (view: View, actor: Actor, { workspace }: WorkspacePlace): Workspace =>
  requireKnownWorkspace(view, actor, workspace)

/** A field by internal, then display ID. Whether the actor sees it is for `seesField`. */
export const findField = (datastore: Datastore, reference: string): Field | undefined =>
  byEitherId(datastore.fields, (field) => field.fId, reference)

export const findAction = (datastore: Datastore, reference: string): Action | undefined =>
  byEitherId(datastore.actions, (action) => action.aId, reference)

export const findStatus = (datastore: Datastore, reference: string): Status | undefined =>
  byEitherId(datastore.statuses, (status) => status.sId, reference)

export const findRole = (view: View, application: Application, reference: string): Role | undefined =>
  byEitherId(listRoles(view, application.pId), (role) => role.rId, reference)
