import { rolesOf, sortRoles } from "../../access/actor.ts"
import type { Application } from "../../records/application.ts"
import type { Role } from "../../model/records/role.ts"
import type { User } from "../../model/records/user.ts"
import type { View } from "../../state/view.ts"

/** A role with its application, as lists of a user's roles show it. */
export interface HeldRole {
  readonly role: Role
  readonly application: Application
}

export const heldRoles = (view: View, roles: readonly Role[]): HeldRole[] =>
  roles.map((role) => ({ role, application: view.expect("applications", role.pId) }))

/**
 * Answers the roles of one user after the other in a workspace. Users with the same groups and the same direct roles share
 * one answer, which keeps long lists cheap.
 */
export function roleReader(view: View, wId: string | null): (user: User) => readonly HeldRole[] {
  const known = new Map<string, readonly HeldRole[]>()
  return (user) => {
    const groups = user.memberships.flatMap((membership) => (membership.wId === wId ? [membership.gId] : []))
    const key = [...groups, ...user.roles].join()
    let roles = known.get(key)
    if (roles === undefined) {
      roles = heldRoles(view, sortRoles(view, rolesOf(view, user, wId)))
      known.set(key, roles)
    }
    return roles
  }
}
