import type { GId, RId, WId } from "../model/ids.ts"
import type { Group } from "../model/records/group.ts"
import type { Item } from "../model/records/item.ts"
import type { Role } from "../model/records/role.ts"
import type { User } from "../model/records/user.ts"
import type { View } from "../state/view.ts"
import { type Actor, actorIn, lineage } from "./actor.ts"
import { seesDatastore, seesItem } from "./may.ts"

/** Whose key it is that an item carries (model.md section 4). */
export type KeyHolder =
  | { readonly kind: "user"; readonly user: User }
  | { readonly kind: "group"; readonly group: Group }
  | { readonly kind: "role"; readonly role: Role }
  /** Of somebody who is gone. */
  | { readonly kind: "nobody" }

/** Why a user holds a key of an item: by being the one it is of, by a group they are in, or by a role. */
export type SeenBecause =
  | { readonly kind: "user" }
  /** `member`: their own group, the one of the key or one above it. */
  | { readonly kind: "group"; readonly group: Group; readonly member: Group }
  /** `through`: the group that has the role; null: granted to themselves. */
  | { readonly kind: "role"; readonly role: Role; readonly through: Group | null }

/** What a user sees of an item, and why. */
export interface Sight {
  readonly user: User
  /** Whether they hold a key of the item. */
  readonly holdsKey: boolean
  /** Whether their roles show them the datastore: without it no operation leads to the item. */
  readonly seesDatastore: boolean
  readonly reasons: readonly SeenBecause[]
}

/** Whom the keys of an item belong to, in the order of the keys. */
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

/** Whether a user of the workspace sees an item, and by which of its keys. */
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
