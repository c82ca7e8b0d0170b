import { rolesOf, sortRoles } from "../../access/index.ts"
import type { Application, Role, User } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"

export interface HeldRole {
  readonly role: Role
  readonly application: Application
}

export const heldRoles = (view: View, roles: readonly Role[]): HeldRole[] =>
  roles.map((role) => ({ role, application: view.expect("applications", role.pId) }))

/** Returns a function that reads a user's roles in a workspace. It caches the roles of users with equal groups and direct roles. */
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
