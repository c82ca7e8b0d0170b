import * as z from "zod"
import { isDirectMember, leaveGroups, requireAdminOf } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { invalidParams, targetNotFound } from "../../model/index.ts"
import { namedGroup } from "../groups/group-place.ts"

/** Removes a user from a group. Keeps the user's account. (api.md section 12) */
export const removeUser = command({
  name: "RemoveUser",
  summary: "Removes a user from a group",
  input: () => ({ ...namedGroup(), uId: z.string().describe("ID of the user") }),
  place: ["group"],
  authorize: requireAdminOf,
  execute(tx, { granted: group }, input): void {
    if (group === null) throw invalidParams("group is required")
    const user = tx.get("users", input.uId)
    if (user === undefined || !isDirectMember(user, group.gId)) {
      throw targetNotFound(`the user is not a member of the group: ${input.uId}`)
    }
    leaveGroups(tx, user, group.wId, new Set([group.gId]))
  },
})
