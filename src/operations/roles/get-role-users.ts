import { findRole, requireApplicationAt, subtree } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import { byOrdinal, type GId, placeNotFound } from "../../model/index.ts"
import type { User } from "../../model/records/index.ts"
import { answerUsers } from "../answers/people.ts"
import { rolePlace } from "./role-place.ts"

/** Returns the users who have a role, either granted directly or through a group. The oldest accounts come first. (api.md section 13) */
export const getRoleUsers = query({
  name: "GetRoleUsers",
  summary: "Returns the users who have a role, directly or through a group",
  input: rolePlace,
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
  answer: answerUsers,
})
