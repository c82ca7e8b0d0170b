import type { GId, RId, WId } from "../model/index.ts"
import type { Group, Item, Role, User } from "../model/records/index.ts"
import type { View } from "../state/index.ts"
import { type Actor, actorIn, lineage, seesDatastore, seesItem } from "./actor.ts"

/** The user, group or role that has an access key of an item (model.md section 4). */
export type KeyHolder =
  | { readonly kind: "user"; readonly user: User }
  | { readonly kind: "group"; readonly group: Group }
  | { readonly kind: "role"; readonly role: Role }
  /** The user, group or role that had the key was deleted. */
  | { readonly kind: "nobody" }

export type SeenBecause =
  | { readonly kind: "user" }
  /** `member` is the user's own group: the group that has the key, or one of its ancestors. */
  | { readonly kind: "group"; readonly group: Group; readonly member: Group }
  /** `through` is the group from which the user has the role, or null if the role was granted directly. */
  | { readonly kind: "role"; readonly role: Role; readonly through: Group | null }

export interface Sight {
  readonly user: User
  readonly holdsKey: boolean
  /** Whether the user's roles make the datastore visible. If not, no operation returns the item, whatever its keys. */
  readonly seesDatastore: boolean
  readonly reasons: readonly SeenBecause[]
}

export function keyHolders(view: View, wId: WId, { accessKeys }: Pick<Item, "accessKeys">): KeyHolder[] {
  const wanted = new Set<string>(accessKeys)
  const found = new Map<string, KeyHolder>()
  for (const group of view.list("groups", "groupsByWorkspace", wId)) {
    if (wanted.has(group.accessKey)) found.set(group.accessKey, { kind: "group", group })
  }
  view.table("roles").forEach((role) => {
    if (wanted.has(role.accessKey)) found.set(role.accessKey, { kind: "role", role })
  })
  if (found.size < wanted.size) {
    view.table("users").forEach((user) => {
      if (wanted.has(user.accessKey)) found.set(user.accessKey, { kind: "user", user })
    })
  }
  return accessKeys.map((key) => found.get(key) ?? { kind: "nobody" })
}

export function sightOf(view: View, user: User, wId: WId, item: Item, holders: readonly KeyHolder[]): Sight {
  const actor = actorIn(view, user, wId)
  const datastore = view.expect("datastores", item.dId)
  const own = actor.ownGroups.map((gId) => view.expect("groups", gId))
  return {
    user,
    holdsKey: seesItem(actor, item),
    seesDatastore: seesDatastore(view, actor, datastore),
    reasons: holders.flatMap((holder) => reasonsBy(view, holder, actor, own)),
  }
}

function reasonsBy(view: View, holder: KeyHolder, { user, roles }: Actor, own: readonly Group[]): SeenBecause[] {
  switch (holder.kind) {
    case "user":
      return holder.user.uId === user.uId ? [{ kind: "user" }] : []
    case "group": {
      const above = new Set<GId>(lineage(view, holder.group.gId).map(({ gId }) => gId))
      const members = own.filter(({ gId }) => above.has(gId))
      return members.map((member) => ({ kind: "group", group: holder.group, member }))
    }
    case "role":
      return roles.has(holder.role.rId) ? throughWhich(view, user, own, holder.role) : []
    case "nobody":
      return []
  }
}

function throughWhich(view: View, user: User, own: readonly Group[], role: Role): SeenBecause[] {
  const has = ({ roles }: { readonly roles: readonly RId[] }) => roles.includes(role.rId)
  const through = own.flatMap(({ gId }) => lineage(view, gId).filter(has))
  const reasons = [...(has(user) ? [null] : []), ...new Set(through)]
  return reasons.map((group) => ({ kind: "role", role, through: group }))
}
