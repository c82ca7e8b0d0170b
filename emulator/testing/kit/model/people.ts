import type { KitAction, KitDatastore, KitField } from "../schema.ts"
import type { Model, ModelItem } from "./model.ts"

export function below(model: Model, gId: string): string[] {
  const children = [...model.groups.values()].filter((group) => group.parent === gId)
  return [gId, ...children.flatMap((child) => below(model, child.gId))]
}

export function above(model: Model, gId: string): string[] {
  const group = model.groups.get(gId)
  return group === undefined ? [] : [gId, ...(group.parent === null ? [] : above(model, group.parent))]
}

/** Whether the user's current workspace is the tested one. Users see only their current workspace (api.md section 0). */
export const isHere = (model: Model, uId: string): boolean => model.users.get(uId)?.current === model.schema.wId

/** Returns the roles that the user holds directly, through groups and through the groups' ancestors (model.md section 2.2). */
export function rolesOf(model: Model, uId: string): Set<string> {
  const user = model.users.get(uId)
  if (user === undefined || !isHere(model, uId)) return new Set()
  const throughGroups = user.groups
    .flatMap((gId) => above(model, gId))
    .flatMap((gId) => model.groups.get(gId)?.roles ?? [])
  return new Set([...user.roles, ...throughGroups])
}

/** Returns the access keys that a user holds: the user's own, and those of groups, subgroups and roles (model.md section 4). */
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

export function seesItem(model: Model, uId: string, item: ModelItem): boolean {
  const held = keysOf(model, uId)
  return [...item.keys].some((key) => held.has(key))
}

export const reads = (model: Model, uId: string, item: ModelItem): boolean =>
  seesDatastore(model, uId, item.datastore) && seesItem(model, uId, item)

export const isApplicationAdmin = (model: Model, uId: string, application: string): boolean =>
  rolesOf(model, uId).has(`${application}:ADMIN`)

/** Whether the user may change an item's links and files. Requires an update action in the item's status (api.md section 17.3). */
export const mayUpdate = (model: Model, uId: string, { datastore, status }: ModelItem): boolean =>
  datastore.actions.some(
    (action) =>
      action.crudType === "2" &&
      (action.status === null || action.status === status) &&
      mayRun(model, uId, datastore, action),
  )

export const mayWrite = (
  model: Model,
  uId: string,
  datastore: KitDatastore,
  crudType: KitAction["crudType"],
): boolean =>
  seesDatastore(model, uId, datastore) &&
  datastore.actions.some((action) => action.crudType === crudType && mayRun(model, uId, datastore, action))
