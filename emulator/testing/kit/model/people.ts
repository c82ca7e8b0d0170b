import type { KitAction, KitDatastore, KitField, KitUser } from "../schema.ts"
import type { Model, ModelItem } from "./model.ts"

/** The group and all groups below it. */
export function below(model: Model, gId: string): string[] {
  const children = [...model.groups.values()].filter((group) => group.parent === gId)
  return [gId, ...children.flatMap((child) => below(model, child.gId))]
}

/** The group and all groups above it. */
export function above(model: Model, gId: string): string[] {
  const group = model.groups.get(gId)
  return group === undefined ? [] : [gId, ...(group.parent === null ? [] : above(model, group.parent))]
}

/** Whether they work in the model's workspace: in another, nothing of this one is there for them (api.md section 0). */
export const isHere = (model: Model, uId: string): boolean => model.users.get(uId)?.current === model.schema.wId

/** Roles held: given directly, or to one of the user's groups or a group above it (model.md section 2.2). */
export function rolesOf(model: Model, uId: string): Set<string> {
  const user = model.users.get(uId)
  if (user === undefined || !isHere(model, uId)) return new Set()
  const throughGroups = user.groups
    .flatMap((gId) => above(model, gId))
    .flatMap((gId) => model.groups.get(gId)?.roles ?? [])
  return new Set([...user.roles, ...throughGroups])
}

/** Keys held: the user's own, those of their groups and all groups below, and those of their roles (model.md section 4). */
export function keysOf(model: Model, uId: string): Set<string> {
  const user = model.users.get(uId)
  if (user === undefined || !isHere(model, uId)) return new Set()
  const groups = user.groups.flatMap((gId) => below(model, gId))
  return new Set([
    `u:${uId}`,
    ...groups.map((gId) => `g:${gId}`),
    ...[...rolesOf(model, uId)].map((role) => `r:${role}`),
  ])
}

const holdsRole = (model: Model, uId: string, datastore: KitDatastore, roles: readonly string[]): boolean => {
  const held = rolesOf(model, uId)
  return [...roles, "ADMIN"].some((role) => held.has(`${datastore.application}:${role}`))
}

export const seesDatastore = (model: Model, uId: string, datastore: KitDatastore): boolean =>
  holdsRole(model, uId, datastore, datastore.roles)

export const seesField = (model: Model, uId: string, datastore: KitDatastore, field: KitField): boolean =>
  holdsRole(model, uId, datastore, field.roles)

export const mayRun = (model: Model, uId: string, datastore: KitDatastore, action: KitAction): boolean =>
  holdsRole(model, uId, datastore, action.roles)

/** An item is visible exactly to holders of one of its keys. */
export function seesItem(model: Model, uId: string, item: ModelItem): boolean {
  const held = keysOf(model, uId)
  return [...item.keys].some((key) => held.has(key))
}

/** Whether the item can be read: it and its datastore are visible. */
export const reads = (model: Model, uId: string, item: ModelItem): boolean =>
  seesDatastore(model, uId, item.datastore) && seesItem(model, uId, item)

export const isApplicationAdmin = (model: Model, uId: string, application: string): boolean =>
  rolesOf(model, uId).has(`${application}:ADMIN`)

/** Workspace admin, or admin of the group or of one above it. */
export function administersGroup(model: Model, uId: string, gId: string): boolean {
  const user = model.users.get(uId)
  if (user === undefined || !isHere(model, uId)) return false
  return user.isWorkspaceAdmin || above(model, gId).some((one) => user.svGroups.includes(one))
}

/** Who joins a group of no other workspace begins to work in this one. */
export function joinGroup(model: Model, user: KitUser, gId: string): void {
  const groups = [...new Set([...user.groups, gId])]
  model.users.set(user.uId, { ...user, groups, current: user.current ?? model.schema.wId })
}

/** Whether nobody else administers the workspace, so that they can't leave it (model.md section 2.3). */
export const isLastAdmin = (model: Model, user: KitUser): boolean =>
  user.isWorkspaceAdmin && ![...model.users.values()].some((one) => one !== user && one.isWorkspaceAdmin)

/**
 * Ends a membership. Who leaves the last group leaves the workspace, with what they were granted in it, and works in the first of
 * the others from then on, if it was their current one (api.md section 12).
 */
export function leaveGroup(model: Model, user: KitUser, gId: string): void {
  const groups = user.groups.filter((one) => one !== gId)
  const left = { ...user, groups, svGroups: user.svGroups.filter((one) => one !== gId) }
  if (groups.length > 0) {
    model.users.set(user.uId, left)
    return
  }
  const current = isHere(model, user.uId) ? (user.otherWorkspaces[0] ?? null) : user.current
  model.users.set(user.uId, { ...left, roles: [], isWorkspaceAdmin: false, current })
}

/** Whether they may run some action of the type in the datastore. */
export const mayWrite = (
  model: Model,
  uId: string,
  datastore: KitDatastore,
  crudType: KitAction["crudType"],
): boolean =>
  seesDatastore(model, uId, datastore) &&
  datastore.actions.some((action) => action.crudType === crudType && mayRun(model, uId, datastore, action))
