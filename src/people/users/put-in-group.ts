import { DomainError } from "../../model/error.ts"
import { isInWorkspace, joinGroup } from "../../groups/membership.ts"
import type { Group } from "../../model/records/group.ts"
import type { User } from "../../model/records/user.ts"
import type { Tx } from "../../state/tx.ts"
import { findClash, refuseClash } from "./identity.ts"

/**
 * Makes a user a member of a group. If they join its workspace by that, their user code must be free there and its limit not
 * reached.
 */
export function putInGroup(tx: Tx, user: User, group: Group): User {
  if (!isInWorkspace(user, group.wId)) {
    refuseClash(findClash(tx, user, [group.wId], user.uId))
    requireRoomFor(tx, group)
  }
  return joinGroup(tx, user, group)
}

function requireRoomFor(tx: Tx, group: Group): void {
  const limit = tx.expect("workspaces", group.wId).limits.users
  if (limit > 0 && tx.ids("usersByWorkspace", group.wId, limit).length >= limit) {
    throw new DomainError("INVALID_SETTINGS", "settings", `the workspace has reached its limit of ${limit} users`)
  }
}
