import type { KitAction } from "../schema.ts"
import type { Model, ModelItem } from "./model.ts"
import { keysOf } from "./people.ts"

/** `access_key_updates` of a write (api.md section 6.5). */
export interface KeyUpdates {
  /** True: the keys given take the place of those there are; false: they are added. Default false */
  readonly overwrite?: boolean
  /** True: what the action and users fields publish to is left aside, only the keys given count. Default false */
  readonly ignore_action_settings?: boolean
  /** True: the same for related items; an entry's own access_key_updates wins. Default false */
  readonly apply_related_ds?: boolean
  /** Groups whose members may see the item, all by display ID or all by g_id; only keys that the caller holds */
  readonly groups_to_publish?: readonly string[]
  /** Roles whose holders may see the item, by display ID; only keys that the caller holds */
  readonly roles_to_publish?: readonly string[]
  /** Users of the workspace who may see the item, by u_id */
  readonly users_to_publish?: readonly string[]
}

/** Whether every user to publish to is in the workspace; one who is not refuses the whole request. */
export const knowsUsers = (model: Model, updates: KeyUpdates | undefined): boolean =>
  (updates?.users_to_publish ?? []).every((uId) => (model.users.get(uId)?.groups.length ?? 0) > 0)

/**
 * Gives an item the keys of a write (model.md section 4) and answers the codes of the warnings:
 * one for each group or role that does not exist or whose key the user does not hold.
 */
export function publish(
  model: Model,
  uId: string,
  item: ModelItem,
  action: KitAction,
  updates: KeyUpdates | undefined,
  isNew: boolean,
): string[] {
  const { application } = item.datastore
  const held = keysOf(model, uId)
  const warnings: string[] = []
  const asked = new Set<string>()
  const ask = (key: string | undefined) => {
    if (key !== undefined && held.has(key)) asked.add(key)
    else warnings.push("NO_PRIVILEGES")
  }
  for (const reference of updates?.groups_to_publish ?? []) {
    const group = [...model.groups.values()].find((one) => one.displayId === reference || one.gId === reference)
    ask(group && `g:${group.gId}`)
  }
  for (const reference of updates?.roles_to_publish ?? []) {
    const role = model.schema.roles.find((one) => one.path === `${application}:${reference}` || one.rId === reference)
    ask(role && `r:${role.path}`)
  }
  for (const user of updates?.users_to_publish ?? []) asked.add(`u:${user}`)
  const bySettings = new Set([`u:${uId}`])
  if (action.publishGroups) for (const gId of model.users.get(uId)?.groups ?? []) bySettings.add(`g:${gId}`)
  for (const role of action.publishRoles) bySettings.add(`r:${application}:${role}`)
  for (const field of item.datastore.fields) {
    const users = item.values[field.displayId]
    if (field.publish && Array.isArray(users)) for (const user of users) bySettings.add(`u:${user}`)
  }
  const given = new Set([...(updates?.ignore_action_settings ? [] : bySettings), ...asked])
  if (isNew && given.size === 0) given.add(`u:${uId}`)
  if (updates?.overwrite === true && given.size === 0) {
    // Nobody would see the item: it keeps its keys.
    if (warnings.length === 0) warnings.push("NO_PRIVILEGES")
  } else if (updates?.overwrite === true) item.keys = given
  else for (const key of given) item.keys.add(key)
  return warnings
}
