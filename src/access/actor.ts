import { DomainError } from "../model/error.ts"
import type { AccessKey, GId, RId, UId, WId } from "../model/ids.ts"
import { byOrdinal } from "../order.ts"
import type { Group } from "../model/records/group.ts"
import type { Role } from "../model/records/role.ts"
import type { User } from "../model/records/user.ts"
import type { Workspace } from "../model/records/workspace.ts"
import type { View } from "../state/view.ts"
import type { Table } from "../state/store/table.ts"

/** A user at work in a workspace, with everything that decides what they may see and do there. */
export interface Actor {
  /** The record as it is stored: its `currentWId` may be another workspace than the one they work in now. */
  readonly user: User
  readonly uId: UId
  /** Where they work: their current workspace, unless the call names another. Null: in none, so every place is as not found. */
  readonly wId: WId | null
  /** Keys held: their own, those of their groups and all groups below, and those of their roles (model.md section 4). */
  readonly accessKeys: ReadonlySet<AccessKey>
  /** Roles held in the current workspace, directly or through their groups and the groups above those. */
  readonly roles: ReadonlySet<RId>
  /** Groups of the current workspace that they are direct members of. */
  readonly ownGroups: readonly GId[]
  /** Groups they administer: those with `isSv` and everything below. */
  readonly administeredGroups: ReadonlySet<GId>
  readonly isWorkspaceAdmin: boolean
}

interface Cached {
  readonly actor: Actor
  readonly groups: Table<Group>
  readonly roles: Table<Role>
  readonly workspaces: Table<Workspace>
}

const cache = new WeakMap<User, Cached>()

/** The actor that a user is right now; remembered until the user, a group, a role or a workspace changes. */
export function actorOf(view: View, user: User): Actor {
  const groups = view.table("groups")
  const roles = view.table("roles")
  const workspaces = view.table("workspaces")
  const cached = cache.get(user)
  if (cached?.groups === groups && cached.roles === roles && cached.workspaces === workspaces) return cached.actor
  const actor = makeActor(view, user, user.currentWId)
  cache.set(user, { actor, groups, roles, workspaces })
  return actor
}

/** The actor that a user would be if the workspace were their current one. */
export const actorIn = (view: View, user: User, wId: WId): Actor =>
  user.currentWId === wId ? actorOf(view, user) : makeActor(view, user, wId)

/**
 * The actor for a user ID that a token or a caller named. With `wId` they work in that workspace, whichever their current one is
 * (api.md section 9.3).
 */
export function requireActor(view: View, uId: string, wId?: WId): Actor {
  const user = view.get("users", uId)
  if (user === undefined)
    throw new DomainError("UNAUTHORIZED", "token", "TOKEN_INVALID", { description: "unknown user" })
  return wId === undefined ? actorOf(view, user) : actorIn(view, user, wId)
}

/** The groups from `gId` up to the root. */
export function lineage(view: View, gId: GId): Group[] {
  const groups: Group[] = []
  for (let group = view.get("groups", gId); group !== undefined; ) {
    groups.push(group)
    group = group.parentGId === null ? undefined : view.get("groups", group.parentGId)
  }
  return groups
}

/** The group and everything below it, parents before children, siblings by index. */
export function subtree(view: View, gId: GId): Group[] {
  const found: Group[] = []
  const top = view.get("groups", gId)
  const left = top === undefined ? [] : [top]
  for (let group = left.pop(); group !== undefined; group = left.pop()) {
    found.push(group)
    left.push(...view.list("groups", "groupsByParent", group.gId).sort((one, other) => other.index - one.index))
  }
  return found
}

function makeActor(view: View, user: User, wId: WId | null): Actor {
  const memberships = user.memberships.filter((membership) => membership.wId === wId)
  const accessKeys = new Set<AccessKey>([user.accessKey])
  const roles = rolesOf(view, user, wId)
  const administeredGroups = new Set<GId>()
  for (const { gId, isSv } of memberships) {
    for (const group of subtree(view, gId)) {
      accessKeys.add(group.accessKey)
      if (isSv) administeredGroups.add(group.gId)
    }
  }
  for (const rId of roles) {
    const role = view.get("roles", rId)
    if (role !== undefined) accessKeys.add(role.accessKey)
  }
  return {
    user,
    uId: user.uId,
    wId,
    accessKeys,
    roles,
    ownGroups: memberships.map((membership) => membership.gId),
    administeredGroups,
    isWorkspaceAdmin: wId !== null && (view.get("workspaces", wId)?.admins.includes(user.uId) ?? false),
  }
}

/** The roles a user holds in a workspace, directly or through their groups and the groups above those. */
export function rolesOf(view: View, user: User, wId: string | null): Set<RId> {
  const roles = new Set<RId>()
  for (const membership of user.memberships) {
    if (membership.wId !== wId) continue
    for (const group of lineage(view, membership.gId)) for (const rId of group.roles) roles.add(rId)
  }
  for (const rId of user.roles) if (view.get("roles", rId)?.wId === wId) roles.add(rId)
  return roles
}

/** Roles as records, by application display order, then creation. */
export function sortRoles(view: View, roles: Iterable<RId>): Role[] {
  return [...roles]
    .flatMap((rId) => view.get("roles", rId) ?? [])
    .sort((left, right) => {
      const leftApplication = view.expect("applications", left.pId)
      const rightApplication = view.expect("applications", right.pId)
      return (
        leftApplication.displayOrder - rightApplication.displayOrder ||
        byOrdinal(leftApplication, rightApplication) ||
        byOrdinal(left, right)
      )
    })
}

/** The roles of an actor as records, by application display order, then creation. */
export const listHeldRoles = (view: View, actor: Actor): Role[] => sortRoles(view, actor.roles)
