import { byOrdinal, invalidParams, type RId } from "../model/index.ts"
import { ADMIN, type Application, type Group, MEMBER, type Role, type User } from "../model/records/index.ts"
import type { View } from "../state/index.ts"
import { type Actor, requireMayGrant, requireWorkspaceAdmin, subtree } from "./actor.ts"
import { findApplication, listRoles } from "./find-places.ts"
import { isInWorkspace } from "./groups.ts"
import { type ApplicationPlace, findRole, requireApplicationAt, requireGroup } from "./places.ts"

/** The default roles of every application, in order (model.md sections 1 and 3). */
export const DEFAULT_ROLES = [
  { displayId: ADMIN, name: "admin" },
  { displayId: MEMBER, name: "member" },
] as const

export const roleType = (displayId: string): string =>
  displayId === ADMIN ? "ADMIN" : displayId === MEMBER ? "MEMBER" : "CUSTOM"

export function rankOfRole({ displayId }: { readonly displayId: string }): number {
  const position = DEFAULT_ROLES.findIndex((role) => role.displayId === displayId)
  return position < 0 ? DEFAULT_ROLES.length : position
}

interface RoleReference extends ApplicationPlace {
  readonly role: string
}

/** Returns the application of a role to grant. Throws INVALID_PARAMS instead of NOT_FOUND if it is unknown (api.md section 13). */
function requireGrantedApplication(view: View, actor: Actor, reference: string): Application {
  const application = findApplication(view, actor, reference)
  if (application === undefined) throw invalidParams(`unknown application: ${reference}`)
  return application
}

export function requireRole(view: View, application: Application, reference: string): Role {
  const role = findRole(view, application, reference)
  if (role === undefined) throw invalidParams(`unknown role: ${reference}`)
  return role
}

export function requireColleague(view: View, actor: Actor, uId: string): User {
  const user = view.get("users", uId)
  if (user === undefined || !isInWorkspace(user, actor.wId)) throw invalidParams(`unknown user: ${uId}`)
  return user
}

export interface GroupRoles {
  readonly group: string
  readonly roles: readonly RoleReference[]
}

/** Returns the IDs of the named roles in the given order (api.md section 13). Throws INVALID_PARAMS for an unknown role. */
export const listNamedRoles = (view: View, actor: Actor, { roles }: GroupRoles): RId[] =>
  roles.map((named) => requireRole(view, requireGrantedApplication(view, actor, named.application), named.role).rId)

/** Returns the referenced roles and ADMIN in creation order. Every role list includes ADMIN (model.md section 3). */
export function requireRoleList(view: View, pId: string, references: readonly string[]): readonly RId[] {
  const application = view.expect("applications", pId)
  const named = new Set<RId>()
  for (const reference of references) {
    const role = findRole(view, application, reference)
    if (role === undefined) throw invalidParams(`role not found: ${reference}`)
    named.add(role.rId)
  }
  return listRoles(view, pId)
    .filter(({ rId, displayId }) => displayId === ADMIN || named.has(rId))
    .map(({ rId }) => rId)
}

export function requireGrantableApplication(view: View, actor: Actor, place: ApplicationPlace): Application {
  const application = requireApplicationAt(view, actor, place)
  requireMayGrant(view, actor, application.pId)
  return application
}

/** Returns a group. Throws unless the actor is a workspace administrator: nobody else may change a group's roles (api.md section 13). */
export function requireGroupToGrant(view: View, actor: Actor, { group }: { readonly group: string }): Group {
  const found = requireGroup(view, actor, group)
  requireWorkspaceAdmin(actor)
  return found
}

/** Returns the users with a role, oldest first. Members of groups with the role and of subgroups also have it (model.md section 2.2). */
export function listRoleHolders(view: View, { rId, wId }: Role): User[] {
  const holders = new Map<string, User>()
  const add = (user: User): void => {
    if (!user.isBot && user.memberships.some((membership) => membership.wId === wId)) holders.set(user.uId, user)
  }
  view.list("users", "usersByRole", rId).forEach(add)
  for (const group of view.list("groups", "groupsByRole", rId)) {
    for (const { gId } of subtree(view, group.gId)) view.list("users", "usersByGroup", gId).forEach(add)
  }
  return [...holders.values()].sort(byOrdinal)
}
