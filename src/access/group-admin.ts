import { noPrivileges, placeNotFound } from "../model/error.ts"
import type { Group } from "../model/records/group.ts"
import type { Workspace } from "../model/records/workspace.ts"
import type { View } from "../state/view.ts"
import type { Actor } from "./actor.ts"
import { requireGroupAdmin, requireSomeAdmin, requireWorkspaceAdmin } from "./may.ts"
import { requireCurrentWorkspace, requireGroup, requireKnownWorkspace } from "./places.ts"

/** A group as a body names it, perhaps not. */
export interface NamedGroup {
  readonly group?: string | undefined
}

/**
 * A group that the caller administers. Null when the body names none, which is refused with the parameters; the caller must
 * administer at least one, then.
 */
export function requireAdminOf(view: View, actor: Actor, { group }: NamedGroup): Group | null {
  if (group !== undefined) return requireAdministeredGroup(view, actor, { group })
  requireSomeAdmin(actor)
  return null
}

/** The current workspace of its administrator. Whoever is in no workspace administers none. */
export function requireAdministeredWorkspace(view: View, actor: Actor): Workspace {
  requireWorkspaceAdmin(actor)
  return requireCurrentWorkspace(view, actor)
}

/** A workspace whose top group the caller administers; it need not be the one they work in. */
export function requireAdministeredRoot(view: View, actor: Actor, reference: string): Workspace {
  const workspace = requireKnownWorkspace(view, actor, reference)
  const isGroupAdmin = actor.user.memberships.some(({ gId, isSv }) => gId === workspace.topGId && isSv)
  if (!isGroupAdmin && !workspace.admins.includes(actor.uId)) {
    throw noPrivileges("only an administrator of the workspace or its top group may do this")
  }
  return workspace
}

/** A group as a path names it: some paths name the workspace, too, which must be the one the caller works in. */
export interface GroupPlace {
  /** ID of the workspace: the one that the caller works in. */
  readonly workspace?: string | undefined
  /** The group, by its ID or display ID. */
  readonly group: string
}

export function requireGroupAt(view: View, actor: Actor, { workspace, group }: GroupPlace): Group {
  if (workspace !== undefined && workspace !== actor.wId) throw placeNotFound(`workspace not found: ${workspace}`)
  return requireGroup(view, actor, group)
}

/** A group that the caller administers. */
export function requireAdministeredGroup(view: View, actor: Actor, place: GroupPlace): Group {
  const group = requireGroupAt(view, actor, place)
  requireGroupAdmin(actor, group)
  return group
}
