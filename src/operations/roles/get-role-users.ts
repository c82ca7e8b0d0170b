import { subtree } from "../../access/actor.ts"
import { findRole, requireApplicationAt } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import { placeNotFound } from "../../error.ts"
import type { GId } from "../../ids.ts"
import { byOrdinal } from "../../order.ts"
import type { User } from "../../records/user.ts"
import type { RoleReference } from "../../roles/grant.ts"

/** GetRoleUsers (api.md section 13): who holds a role, directly or by a group; oldest account first. */
export const getRoleUsers = query({
  enter: requireApplicationAt,
  run(view, { found: application }, input: RoleReference): User[] {
    const role = findRole(view, application, input.role)
    if (role === undefined) throw placeNotFound(`role not found: ${input.role}`)
    const holders = new Map(view.list("users", "usersByRole", role.rId).map((user) => [user.uId, user]))
    const groups = new Set(
      view.ids("groupsByRole", role.rId).flatMap((gId) => subtree(view, gId as GId).map((group) => group.gId)),
    )
    for (const gId of groups) {
      for (const user of view.list("users", "usersByGroup", gId)) holders.set(user.uId, user)
    }
    return [...holders.values()].sort(byOrdinal)
  },
})
