import type { KitAction, KitDatastore, KitField } from "../schema.ts"
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

/** Roles held: given directly, or to one of the user's groups or a group above it (model.md section 2.2). */
export function rolesOf(model: Model, uId: string): Set<string> {
  const user = model.users.get(uId)
  if (user === undefined) return new Set()
  const throughGroups = user.groups
    .flatMap((gId) => above(model, gId))
    .flatMap((gId) => model.groups.get(gId)?.roles ?? [])
  return new Set([...user.roles, ...throughGroups])
}

/** Keys held: the user's own, those of their groups and all groups below, and those of their roles (model.md section 4). */
export function keysOf(model: Model, uId: string): Set<string> {
  const user = model.users.get(uId)
  if (user === undefined || user.groups.length === 0) return new Set()
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
  if (user === undefined || user.groups.length === 0) return false
  return user.isWorkspaceAdmin || above(model, gId).some((one) => user.svGroups.includes(one))
}
