import type { KitAction } from "../schema.ts"
import type { Model, ModelItem } from "./model.ts"
import { keysOf } from "./people.ts"

/** `access_key_updates` of a write (api.md section 6.5). */
export interface KeyUpdates {
  /** Whether the given keys replace the item's keys. By default, they are added to the item's keys. */
  readonly overwrite?: boolean
  /** Whether to omit the keys that the action's settings and the item's users fields would add. Default false. */
  readonly ignore_action_settings?: boolean
  /** Whether these updates also apply to related items that have no access_key_updates of their own. Default false. */
  readonly apply_related_ds?: boolean
  /** Groups whose members may see the item, all as display IDs or all as g_ids. The caller must hold the groups' keys. */
  readonly groups_to_publish?: readonly string[]
  /** Display IDs of roles whose holders may see the item. The caller must hold the roles' keys. */
  readonly roles_to_publish?: readonly string[]
  /** u_ids of workspace users who may see the item. */
  readonly users_to_publish?: readonly string[]
}

export const knowsUsers = (model: Model, updates: KeyUpdates | undefined): boolean =>
  (updates?.users_to_publish ?? []).every((uId) => (model.users.get(uId)?.groups.length ?? 0) > 0)

/** Adds keys to an item. Returns a warning for each group or role that is unknown or whose key the user lacks (model.md section 4). */
export function publish(
  model: Model,
  uId: string,
  item: ModelItem,
  action: KitAction,
  updates: KeyUpdates | undefined,
  isNew: boolean,
): string[] {
  const { application } = item.datastore
  const ownKeys = keysOf(model, uId)
  const warnings: string[] = []
  const requested = new Set<string>()
  const ask = (key: string | undefined) => {
    if (key !== undefined && ownKeys.has(key)) requested.add(key)
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
  for (const user of updates?.users_to_publish ?? []) requested.add(`u:${user}`)
  const bySettings = new Set([`u:${uId}`])
  if (action.publishGroups) for (const gId of model.users.get(uId)?.groups ?? []) bySettings.add(`g:${gId}`)
  for (const role of action.publishRoles) bySettings.add(`r:${application}:${role}`)
  for (const field of item.datastore.fields) {
    const users = item.values[field.displayId]
    if (field.publish && Array.isArray(users)) for (const user of users) bySettings.add(`u:${user}`)
  }
  const granted = new Set([...(updates?.ignore_action_settings ? [] : bySettings), ...requested])
  if (isNew && granted.size === 0) granted.add(`u:${uId}`)
  if (updates?.overwrite === true && granted.size === 0) {
    // With no new keys, the item keeps its old ones; otherwise nobody could see the item.
    if (warnings.length === 0) warnings.push("NO_PRIVILEGES")
  } else if (updates?.overwrite === true) item.keys = granted
  else for (const key of granted) item.keys.add(key)
  return warnings
}
