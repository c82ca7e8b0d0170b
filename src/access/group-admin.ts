import { noPrivileges, placeNotFound } from "../error.ts"
import type { Group } from "../records/group.ts"
import type { Workspace } from "../records/workspace.ts"
import type { View } from "../state/view.ts"
import type { Actor } from "./actor.ts"
import { requireGroupAdmin, requireSomeAdmin } from "./may.ts"
import { requireGroup, requireKnownWorkspace } from "./places.ts"

/**
 * Place and privilege of an operation that names a group in its body: the group must exist and the caller must administer
 * it. When the body names none, the caller must administer at least one.
 */
export function requireAdminOf(view: View, actor: Actor, group: string | undefined): void {
  if (group !== undefined) requireGroupAdmin(actor, requireGroup(view, actor, group))
  else requireSomeAdmin(actor)
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
  readonly workspace?: string | undefined
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
