import { subtree } from "../../access/actor.ts"
import { findRole, requireApplicationAt } from "../../access/places.ts"
import { answerUser } from "../../answers/people.ts"
import { query } from "../../engine/operation.ts"
import { placeNotFound } from "../../model/error.ts"
import type { GId } from "../../model/ids.ts"
import { object } from "../../model/input/schemas.ts"
import { byOrdinal } from "../../order.ts"
import type { User } from "../../model/records/user.ts"
import type { UsersAnswer } from "../answers/people-answers.ts"
import { rolePlace } from "./role-place.ts"

/** Returns who holds a role, directly or by a group; oldest account first. (api.md section 13) */
export const getRoleUsers = query({
  name: "GetRoleUsers",
  summary: "The users who hold a role, directly or through a group",
  input: () => object(rolePlace()),
  place: ["application"],
  authorize: requireApplicationAt,
  execute(view, { granted: application }, input): User[] {
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
  answer: (users): UsersAnswer => ({ users: users.map(answerUser) }),
})
