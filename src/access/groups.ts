import { byOrdinal, type GId, invalidParams, requireDisplayId, type UId, type WId } from "../model/index.ts"
import type { Group, User, Workspace } from "../model/records/index.ts"
import { groupKey, type Tx, type View } from "../state/index.ts"
import {
  type Actor,
  actorIn,
  notAdministrator,
  requireGroupAdmin,
  requireSomeAdmin,
  requireWorkspaceAdmin,
} from "./actor.ts"
import { requireCurrentWorkspace, requireGroup, requireKnownWorkspace, type WorkspacePlace } from "./places.ts"

export const listChildren = (view: View, group: Group): Group[] =>
  view.list("groups", "groupsByParent", group.gId).sort((left, right) => left.index - right.index)

/** Maximum depth of a group tree, including the top group. Imports have the same limit, so every exported world can be imported. */
const MAX_LEVELS = 30

export interface NewGroup {
  readonly name: string
  readonly displayId: string
  readonly disableUiAccess?: boolean | undefined
}

export function makeGroup(tx: Tx, parent: Group, { name, displayId: given, disableUiAccess = false }: NewGroup): Group {
  requireGroupName(name)
  if (levelOf(tx, parent) >= MAX_LEVELS) throw invalidParams(`groups may be nested at most ${MAX_LEVELS} levels deep`)
  const displayId = requireFreeDisplayId(tx, parent, given)
  return tx.put("groups", {
    gId: tx.newId(),
    wId: parent.wId,
    displayId,
    name,
    index: listChildren(tx, parent).length,
    isRoot: false,
    disableUiAccess,
    accessKey: tx.newId(),
    parentGId: parent.gId,
    roles: [],
    createdAt: tx.now,
  })
}

function levelOf(view: View, group: Group): number {
  let level = 1
  for (let { parentGId } = group; parentGId !== null; level += 1) parentGId = view.expect("groups", parentGId).parentGId
  return level
}

export function requireGroupName(name: string): void {
  if (name.trim() === "") throw invalidParams("name must not be empty")
}

/** Returns a new display ID in NFC. Throws if it is malformed, or if a group of the workspace other than `except` has it as ID or display ID. */
export function requireFreeDisplayId(view: View, { wId }: Group, given: string, except?: Group): string {
  const displayId = requireDisplayId(given, "plain")
  const named = [...view.ids("groupsByDisplayId", groupKey(wId, displayId)), displayId]
  const isTaken = named.some((gId) => gId !== except?.gId && view.get("groups", gId)?.wId === wId)
  if (isTaken) throw invalidParams(`display_id ${displayId} is already used in the workspace`)
  return displayId
}

export const isDirectMember = (user: User, gId: GId): boolean =>
  user.memberships.some((membership) => membership.gId === gId)

export const isInWorkspace = (user: User, wId: WId | null): boolean =>
  user.memberships.some((membership) => membership.wId === wId)

/** Makes the user a direct member of the group. If the user has no current workspace, the group's workspace becomes the current one. */
export const joinGroup = (tx: Tx, { uId }: User, { gId, wId }: Group): User =>
  tx.update("users", uId, (user) => {
    user.memberships.push({ gId, wId, isSv: false })
    if (tx.get("workspaces", wId)?.isArchived !== true) user.currentWId ??= wId
    user.updatedAt = tx.now
  })

/**
 * Removes the user from groups of one workspace. If no membership there remains, also removes the user's roles and administrator right
 * there. If the user's current workspace was the one left, the first remaining workspace becomes current (api.md section 12, RemoveUser).
 */
export function leaveGroups(tx: Tx, { uId, memberships }: User, wId: WId, gIds: ReadonlySet<GId>): User {
  const isLeaving = memberships.every((membership) => membership.wId !== wId || gIds.has(membership.gId))
  if (isLeaving) dropAdmin(tx, wId, uId)
  return tx.update("users", uId, (user) => {
    user.memberships = user.memberships.filter((membership) => !gIds.has(membership.gId))
    user.updatedAt = tx.now
    if (!isLeaving) return
    user.roles = user.roles.filter((rId) => tx.get("roles", rId)?.wId !== wId)
    if (user.currentWId === wId) user.currentWId = firstWorkspace(tx, user.memberships)
  })
}

/** Removes the user from the workspace's administrators. Throws if the user is the last one (model.md section 2.3). */
function dropAdmin(tx: Tx, wId: WId, uId: UId): void {
  const { admins } = tx.expect("workspaces", wId)
  if (admins.length === 1 && admins[0] === uId) {
    throw invalidParams("the last administrator of a workspace can't be removed from the workspace")
  }
  tx.update("workspaces", wId, ({ admins }) => {
    const at = admins.indexOf(uId)
    if (at >= 0) admins.splice(at, 1)
  })
}

/** Returns the workspaces of a user's memberships that are not archived, oldest first. */
export const listOpenWorkspaces = (view: View, memberships: User["memberships"]): Workspace[] =>
  [...new Set(memberships.map((membership) => membership.wId))]
    .map((wId) => view.expect("workspaces", wId))
    .filter(({ isArchived }) => isArchived !== true)
    .sort(byOrdinal)

/** Returns the workspace that becomes current if the current one is lost: the first that GetWorkspaces lists; null if there is none. */
export const firstWorkspace = (view: View, memberships: User["memberships"]): WId | null =>
  listOpenWorkspaces(view, memberships)[0]?.wId ?? null

export interface NamedGroup {
  readonly group?: string | undefined
}

/**
 * Returns the named group; throws if the actor does not administer it. If no group is named, returns null, because the parameter check
 * reports the error later; the actor must then administer the workspace or any of its groups.
 */
export function requireAdminOf(view: View, actor: Actor, { group }: NamedGroup): Group | null {
  if (group !== undefined) return requireAdministeredGroup(view, actor, { group })
  requireCurrentWorkspace(view, actor)
  requireSomeAdmin(actor)
  return null
}

export function requireAdministeredWorkspace(view: View, actor: Actor): Workspace {
  const workspace = requireCurrentWorkspace(view, actor)
  requireWorkspaceAdmin(actor)
  return workspace
}

/** Returns a workspace, which need not be the actor's current one. Throws if the actor administers neither it nor its top group. */
export function requireAdministeredRoot(view: View, actor: Actor, reference: string): Workspace {
  const workspace = requireKnownWorkspace(view, actor, reference)
  const isGroupAdmin = actor.user.memberships.some(({ gId, isSv }) => gId === workspace.topGId && isSv)
  if (!isGroupAdmin && !workspace.admins.includes(actor.uId)) {
    const rule = "an administrator of the workspace or of its top group"
    throw notAdministrator(actor, `you must be ${rule}`, rule)
  }
  return workspace
}

/** Returns a workspace, archived or not, that the actor administers. Other members of an archived workspace do not find it. */
export function requireArchivableWorkspace(
  view: View,
  actor: Actor,
  { workspace: reference }: WorkspacePlace,
): Workspace {
  const workspace = view.get("workspaces", reference)
  if (workspace?.admins.includes(actor.uId) === true) return workspace
  return requireWorkspaceAdminAt(view, actor, { workspace: reference })
}

/** Returns a workspace, which need not be the actor's current one. Throws if the actor does not administer it. */
export function requireWorkspaceAdminAt(view: View, actor: Actor, { workspace: reference }: WorkspacePlace): Workspace {
  const workspace = requireKnownWorkspace(view, actor, reference)
  if (workspace.admins.includes(actor.uId)) return workspace
  const rule = "an administrator of the workspace"
  throw notAdministrator(actor, `you must be ${rule}`, `${rule} ${workspace.name}`)
}

/** A group in a path. Some paths also name the workspace of the call. */
export interface GroupPlace {
  readonly workspace?: string | undefined
  readonly group: string
}

const actorAt = (view: View, actor: Actor, { workspace }: GroupPlace): Actor =>
  workspace === undefined || workspace === actor.wId
    ? actor
    : actorIn(view, actor.user, requireKnownWorkspace(view, actor, workspace).wId)

export const requireGroupAt = (view: View, actor: Actor, place: GroupPlace): Group =>
  requireGroup(view, actorAt(view, actor, place), place.group)

export function requireAdministeredGroup(view: View, actor: Actor, place: GroupPlace): Group {
  const there = actorAt(view, actor, place)
  const group = requireGroup(view, there, place.group)
  requireGroupAdmin(there, group)
  return group
}
