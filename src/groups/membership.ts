import type { GId, WId } from "../ids.ts"
import { byOrdinal } from "../order.ts"
import type { Group } from "../records/group.ts"
import type { User } from "../records/user.ts"
import type { Tx } from "../state/tx.ts"

export const isDirectMember = (user: User, gId: GId): boolean =>
  user.memberships.some((membership) => membership.gId === gId)

export const isInWorkspace = (user: User, wId: WId | null): boolean =>
  user.memberships.some((membership) => membership.wId === wId)

/** Makes a user a direct member; his first workspace becomes the one he works in. */
export function joinGroup(tx: Tx, user: User, group: Group): User {
  return tx.patch("users", user.uId, {
    memberships: [...user.memberships, { gId: group.gId, wId: group.wId, isSv: false }],
    currentWId: user.currentWId ?? group.wId,
    updatedAt: tx.now,
  })
}

/**
 * Ends direct memberships in groups of one workspace, never the account. Who leaves his last group of the workspace leaves the
 * workspace: its roles and administration go with it, and was it his current one, the first remaining takes its place
 * (api.md section 12, RemoveUser).
 */
export function leaveGroups(tx: Tx, user: User, wId: WId, gIds: ReadonlySet<GId>): User {
  const memberships = user.memberships.filter((membership) => !gIds.has(membership.gId))
  if (memberships.some((membership) => membership.wId === wId)) {
    return tx.patch("users", user.uId, { memberships, updatedAt: tx.now })
  }
  const workspace = tx.expect("workspaces", wId)
  if (workspace.admins.includes(user.uId)) {
    tx.patch("workspaces", wId, { admins: workspace.admins.filter((uId) => uId !== user.uId) })
  }
  return tx.patch("users", user.uId, {
    memberships,
    roles: user.roles.filter((rId) => tx.get("roles", rId)?.wId !== wId),
    currentWId: user.currentWId === wId ? firstWorkspace(tx, memberships) : user.currentWId,
    updatedAt: tx.now,
  })
}

/** The first in the order of GetWorkspaces, which is creation order. */
function firstWorkspace(tx: Tx, memberships: User["memberships"]): WId | null {
  const wIds = new Set(memberships.map((membership) => membership.wId))
  const [first] = [...wIds].map((wId) => tx.expect("workspaces", wId)).sort(byOrdinal)
  return first?.wId ?? null
}
