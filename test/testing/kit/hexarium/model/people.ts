import type { Model } from "../../../../../emulator/testing/kit/model/model.ts"
import { above, isHere } from "../../../../../emulator/testing/kit/model/people.ts"
import type { KitUser } from "../../../../../emulator/testing/kit/schema.ts"

/** Workspace admin, or admin of the group or of one above it. */
export function administersGroup(model: Model, uId: string, gId: string): boolean {
  const user = model.users.get(uId)
  if (user === undefined || !isHere(model, uId)) return false
  return user.isWorkspaceAdmin || above(model, gId).some((one) => user.svGroups.includes(one))
}

/** Who joins a group of no other workspace begins to work in this one. */
export function joinGroup(model: Model, user: KitUser, gId: string): void {
  const groups = [...new Set([...user.groups, gId])]
  model.users.set(user.uId, { ...user, groups, current: user.current ?? model.schema.wId })
}

/** Whether nobody else administers the workspace, so that they can't leave it (model.md section 2.3). */
export const isLastAdmin = (model: Model, user: KitUser): boolean =>
  user.isWorkspaceAdmin && ![...model.users.values()].some((one) => one !== user && one.isWorkspaceAdmin)

/**
 * Ends a membership. Who leaves the last group leaves the workspace, with what they were granted in it, and works in the first of
 * the others from then on, if it was their current one (api.md section 12).
 */
export function leaveGroup(model: Model, user: KitUser, gId: string): void {
  const groups = user.groups.filter((one) => one !== gId)
  const left = { ...user, groups, svGroups: user.svGroups.filter((one) => one !== gId) }
  if (groups.length > 0) {
    model.users.set(user.uId, left)
    return
  }
  const current = isHere(model, user.uId) ? (user.otherWorkspaces[0] ?? null) : user.current
  model.users.set(user.uId, { ...left, roles: [], isWorkspaceAdmin: false, current })
}
