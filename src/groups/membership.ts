import { invalidParams } from "../model/error.ts"
import type { GId, UId, WId } from "../model/ids.ts"
import { byOrdinal } from "../order.ts"
import type { Group } from "../model/records/group.ts"
import type { User } from "../model/records/user.ts"
import type { Tx } from "../state/tx.ts"

export const isDirectMember = (user: User, gId: GId): boolean =>
  user.memberships.some((membership) => membership.gId === gId)

export const isInWorkspace = (user: User, wId: WId | null): boolean =>
  user.memberships.some((membership) => membership.wId === wId)

/** Makes a user a direct member; their first workspace becomes the one they work in. */
export const joinGroup = (tx: Tx, { uId }: User, { gId, wId }: Group): User =>
  tx.update("users", uId, (user) => {
    user.memberships.push({ gId, wId, isSv: false })
    user.currentWId ??= wId
    user.updatedAt = tx.now
  })

/**
 * Ends direct memberships in groups of one workspace, never the account. A user who leaves their last group of the workspace
 * leaves the workspace: its roles and administration go with it, and if it was their current one, the first that remains
 * becomes it (api.md section 12, RemoveUser).
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

/** Refuses to let go of the last one (model.md section 2.3). */
function dropAdmin(tx: Tx, wId: WId, uId: UId): void {
  const { admins } = tx.expect("workspaces", wId)
  if (admins.length === 1 && admins[0] === uId) {
    throw invalidParams("the last administrator of a workspace can't leave it")
  }
  tx.update("workspaces", wId, ({ admins }) => {
    const at = admins.indexOf(uId)
    if (at >= 0) admins.splice(at, 1)
  })
}

/** The first in the order of GetWorkspaces, which is creation order. */
function firstWorkspace(tx: Tx, memberships: User["memberships"]): WId | null {
  const wIds = new Set(memberships.map((membership) => membership.wId))
  const [first] = [...wIds].map((wId) => tx.expect("workspaces", wId)).sort(byOrdinal)
  return first?.wId ?? null
}
