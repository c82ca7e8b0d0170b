import { type KeyHolder, keyHolders, type SeenBecause, type Sight, sightOf } from "../../../src/access/index.ts"
import { titleOf } from "../../../src/fields/index.ts"
import type { Item, User } from "../../../src/model/records/index.ts"
import type { View } from "../../../src/state/index.ts"
import { referenceTo } from "../../worlds/index.ts"
import type { WireAccess } from "../shapes/people.ts"

type WirePersonSight = WireAccess["people"][number]

/** Maximum number of people in a response. */
const SHOWN_PEOPLE = 1000

/** Lists who has access to an item (control.md section 3, "access"). If `only` is given, lists just that user. */
export function presentAccess(view: View, item: Item, only?: User): WireAccess {
  const { wId } = view.expect("datastores", item.dId)
  const holders = keyHolders(view, wId, item)
  const users = view.list("users", "usersByWorkspace", wId).filter(({ isBot }) => !isBot)
  const sights = users.map((user) => sightOf(view, user, wId, item, holders))
  const seeing = sights.filter(isSeeing)
  const shown =
    only === undefined
      ? [...seeing, ...sights.filter((sight) => !isSeeing(sight))]
      : sights.filter(({ user }) => user.uId === only.uId)
  return {
    item: { i_id: item.iId, d_id: item.dId, title: titleOf(view, item), rev_no: item.revNo },
    keys: holders.map(presentHolder),
    groups: presentGroups(seeing),
    total: users.length,
    seeing: seeing.length,
    people: shown.slice(0, SHOWN_PEOPLE).map((sight) => presentSight(sight)),
  }
}

const isSeeing = ({ holdsKey, seesDatastore }: Sight): boolean => holdsKey && seesDatastore

function presentHolder(holder: KeyHolder): WireAccess["keys"][number] {
  switch (holder.kind) {
    case "user":
      return { kind: "user", id: referenceTo(holder.user), name: holder.user.username }
    case "group":
      return { kind: "group", id: holder.group.displayId, name: holder.group.name }
    case "role":
      return { kind: "role", id: holder.role.displayId, name: holder.role.name }
    case "nobody":
      return { kind: "nobody", id: "", name: "" }
  }
}

function presentGroups(seeing: readonly Sight[]): WireAccess["groups"] {
  const members = new Map<string, WireAccess["groups"][number]>()
  for (const { reasons } of seeing) {
    const own = new Map(
      reasons.flatMap((reason) => (reason.kind === "group" ? [[reason.member.gId, reason.member]] : [])),
    )
    for (const [gId, group] of own) {
      const known = members.get(gId) ?? { g_id: group.gId, group_id: group.displayId, name: group.name, members: 0 }
      members.set(gId, { ...known, members: known.members + 1 })
    }
  }
  return [...members.values()]
}

function presentSight(sight: Sight): WirePersonSight {
  const { user, holdsKey, seesDatastore, reasons } = sight
  const sees = isSeeing(sight)
  return {
    u_id: user.uId,
    user: referenceTo(user),
    username: user.username,
    sees,
    holds_key: holdsKey,
    sees_datastore: seesDatastore,
    reasons: reasons.map((reason) => presentReason(reason, user)),
    says: sees ? reasons.map(reasonText).join("; ") : whyNot(sight),
  }
}

function whyNot({ holdsKey, seesDatastore }: Sight): string {
  if (!holdsKey && !seesDatastore)
    return "no role of the user shows the datastore, and the user holds no key of the item"
  return holdsKey ? "no role of the user shows the datastore" : "the user holds no key of the item"
}

function presentReason(reason: SeenBecause, user: User): WirePersonSight["reasons"][number] {
  const says = reasonText(reason)
  switch (reason.kind) {
    case "user":
      return { kind: "user", id: referenceTo(user), name: user.username, through: null, says }
    case "group":
      return {
        kind: "group",
        id: reason.group.displayId,
        name: reason.group.name,
        through: reason.member.displayId,
        says,
      }
    case "role":
      return {
        kind: "role",
        id: reason.role.displayId,
        name: reason.role.name,
        through: reason.through?.displayId ?? null,
        says,
      }
  }
}

function reasonText(reason: SeenBecause): string {
  switch (reason.kind) {
    case "user":
      return "the item is published to the user"
    case "group":
      return reason.group.gId === reason.member.gId
        ? `the user is a member of the group ${reason.group.name}`
        : `the user is a member of ${reason.member.name}, a parent group of ${reason.group.name}`
    case "role":
      return reason.through === null
        ? `the user has the role ${reason.role.name}`
        : `the user has the role ${reason.role.name} through the group ${reason.through.name}`
  }
}
