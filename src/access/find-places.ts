import { byOrdinal, inNfc, oncePer } from "../model/index.ts"
import type { Application, Datastore, Role } from "../model/records/index.ts"
import type { Tables, View } from "../state/index.ts"
import { type Actor, seesDatastore } from "./actor.ts"

/** Returns the workspace's applications by display order, then by creation order. */
export const listApplications = (view: View, wId: string): Application[] =>
  view
    .list("applications", "applicationsByWorkspace", wId)
    .sort((left, right) => left.displayOrder - right.displayOrder || byOrdinal(left, right))

export const listDatastores = (view: View, pId: string): Datastore[] =>
  view.list("datastores", "datastoresByApplication", pId).sort(byOrdinal)

export const listRoles = (view: View, pId: string): Role[] =>
  view.list("roles", "rolesByApplication", pId).sort(byOrdinal)

export type Child = Application | Datastore

const childrenOf = oncePer((table: { toArray(): readonly Child[] }) => {
  const parents = new Map<string, Map<string, Child>>()
  for (const record of table.toArray()) {
    const parent = "dId" in record ? record.pId : record.wId
    const children = parents.get(parent) ?? new Map<string, Child>()
    parents.set(parent, children.set(record.displayId, record))
  }
  return parents
})

function findChild<N extends "applications" | "datastores">(
  view: View,
  name: N,
  parent: string,
  displayId: string,
): Tables[N] | undefined {
  return childrenOf(view.table(name)).get(parent)?.get(inNfc(displayId)) as Tables[N] | undefined
}

/** Finds an application of the current workspace by internal or display ID (api.md section 0, "Resolution"). Does not check roles. */
export function findApplication(view: View, actor: Actor, reference: string): Application | undefined {
  if (actor.wId === null) return undefined
  const byId = view.get("applications", reference)
  if (byId?.wId === actor.wId) return byId
  return findChild(view, "applications", actor.wId, reference)
}

/**
 * Finds a datastore by internal or display ID among those visible to the actor. If `within.application` is omitted, searches for a display
 * ID first in `within.preferred`, then in all applications by display order.
 */
export function findDatastore(
  view: View,
  actor: Actor,
  reference: string,
  within: { readonly application?: Application | undefined; readonly preferred?: Application } = {},
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
