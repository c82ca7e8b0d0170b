import * as z from "zod"
import { requireAdminOf } from "../../access/group-admin.ts"
import { command, nothing } from "../../engine/operation.ts"
import { invalidParams, targetNotFound } from "../../model/error.ts"
import { isDirectMember, leaveGroups } from "../../groups/membership.ts"
import { object } from "../../model/input/schemas.ts"
import { namedGroup } from "../groups/group-place.ts"

/** Ends a membership; the account stays. (api.md section 12) */
export const removeUser = command({
  name: "RemoveUser",
  summary: "Take a user out of a group",
  input: () => object({ ...namedGroup(), uId: z.string().describe("ID of the user") }),
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
  answer: nothing,
})
