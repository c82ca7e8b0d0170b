import { noPrivileges } from "../model/error.ts"
import type { RId } from "../model/ids.ts"
import type { StoredFunction } from "../records/application.ts"
import type { Action, Datastore } from "../records/datastore.ts"
import type { Field } from "../model/records/field.ts"
import type { Group } from "../model/records/group.ts"
import type { Item } from "../model/records/item.ts"
import type { Report } from "../records/reports/report.ts"
import { ADMIN } from "../model/records/role.ts"
import type { View } from "../state/view.ts"
import type { Actor } from "./actor.ts"

/** Whether the actor holds ADMIN of the application (model.md section 2.3). */
export const isApplicationAdmin = (view: View, actor: Actor, pId: string): boolean =>
  [...actor.roles].some((rId) => {
    const role = view.get("roles", rId)
    return role?.pId === pId && role.displayId === ADMIN
  })

/** The role rule of model.md section 3: one of the listed roles, or ADMIN, which is in every list. */
const holdsOneOf = (view: View, actor: Actor, pId: string, roles: readonly RId[]): boolean =>
  roles.some((rId) => actor.roles.has(rId)) || isApplicationAdmin(view, actor, pId)

export const seesDatastore = (view: View, actor: Actor, datastore: Datastore): boolean =>
  holdsOneOf(view, actor, datastore.pId, datastore.roles)

export const seesField = (view: View, actor: Actor, datastore: Datastore, field: Field): boolean =>
  holdsOneOf(view, actor, datastore.pId, field.roles)

/** Whether a role of the actor allows the action; its status is another question. */
export const mayRunAction = (view: View, actor: Actor, datastore: Datastore, action: Action): boolean =>
  holdsOneOf(view, actor, datastore.pId, action.roles)

export const mayCallFunction = (view: View, actor: Actor, pId: string, { roles }: StoredFunction): boolean =>
  holdsOneOf(view, actor, pId, roles)

/** Whether a role of the actor lets them read a report; whether they see what it is about is another question. */
export const mayReadReport = (view: View, actor: Actor, report: Report): boolean =>
  holdsOneOf(view, actor, report.pId, report.roles)

/** The key rule of model.md section 4. */
export const seesItem = (actor: Actor, item: Item): boolean => item.accessKeys.some((key) => actor.accessKeys.has(key))

/** Workspace admin, or admin of the group or of one above it (model.md section 2.3). */
export const administersGroup = (actor: Actor, group: Group): boolean =>
  (actor.isWorkspaceAdmin && actor.wId === group.wId) || actor.administeredGroups.has(group.gId)

export function requireWorkspaceAdmin(actor: Actor): void {
  if (!actor.isWorkspaceAdmin) throw noPrivileges("only a workspace administrator may do this")
}

export function requireGroupAdmin(actor: Actor, group: Group): void {
  if (!administersGroup(actor, group))
    throw noPrivileges("only an administrator of the workspace or the group may do this")
}

export function requireApplicationAdmin(view: View, actor: Actor, pId: string): void {
  if (!isApplicationAdmin(view, actor, pId)) throw noPrivileges("only an administrator of the application may do this")
}

/** Whether the actor holds any role of the application. */
export const holdsRoleIn = (view: View, actor: Actor, pId: string): boolean =>
  [...actor.roles].some((rId) => view.get("roles", rId)?.pId === pId)

/** Reading an application's settings takes any role in it (api.md section 14). */
export function requireApplicationRole(view: View, actor: Actor, pId: string): void {
  if (!holdsRoleIn(view, actor, pId)) throw noPrivileges("only holders of a role of the application may do this")
}

/** Refuses a caller who names somebody else; naming nobody means themselves. */
export function requireSelf(_: View, { uId }: Actor, named: { readonly userId?: string | undefined }): void {
  if (named.userId !== undefined && named.userId !== uId) {
    throw noPrivileges("only your own information can be updated here")
  }
}

/** Workspace admin, or admin of any group of the workspace. */
export function requireSomeAdmin(actor: Actor): void {
  if (!actor.isWorkspaceAdmin && actor.administeredGroups.size === 0) {
    throw noPrivileges("only an administrator of the workspace or of one of its groups may do this")
  }
}

/** Granting a role takes ADMIN of its application, or the workspace's administration (api.md section 13). */
export function requireMayGrant(view: View, actor: Actor, pId: string): void {
  if (!actor.isWorkspaceAdmin && !isApplicationAdmin(view, actor, pId)) {
    throw noPrivileges("No privileges to the Application")
  }
}
