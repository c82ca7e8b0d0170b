import { isInWorkspace, joinGroup } from "../../access/index.ts"
import { DomainError } from "../../model/index.ts"
import type { Group, User } from "../../model/records/index.ts"
import type { Tx } from "../../state/index.ts"
import { findClash, refuseClash } from "./identity.ts"

/** Adds a user to a group. For users new in the workspace, throws if their user code is taken or the workspace is full. */
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
