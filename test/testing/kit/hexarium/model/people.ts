import type { Model } from "../../../../../emulator/testing/kit/model/model.ts"
import { above, isHere } from "../../../../../emulator/testing/kit/model/people.ts"
import type { KitUser } from "../../../../../emulator/testing/kit/schema.ts"

/** Whether the user is a workspace admin, or an admin of the group or of a group above it. */
export function administersGroup(model: Model, uId: string, gId: string): boolean {
  const user = model.users.get(uId)
  if (user === undefined || !isHere(model, uId)) return false
  return user.isWorkspaceAdmin || above(model, gId).some((one) => user.svGroups.includes(one))
}

/** Adds the user to a group. A user without another workspace then has this workspace as the current one. */
export function joinGroup(model: Model, user: KitUser, gId: string): void {
  const groups = [...new Set([...user.groups, gId])]
  model.users.set(user.uId, { ...user, groups, current: user.current ?? model.schema.wId })
}

/** Whether the user is the workspace's only administrator and can't leave it (model.md section 2.3). */
export const isLastAdmin = (model: Model, user: KitUser): boolean =>
  user.isWorkspaceAdmin && ![...model.users.values()].some((one) => one !== user && one.isWorkspaceAdmin)

/**
 * Removes the user from a group. A user who leaves the last group leaves the workspace and loses its grants. If it was the current
 * workspace, the user's first other workspace becomes the current one (api.md section 12).
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
