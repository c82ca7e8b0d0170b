import { requireAdminOf } from "../../access/group-admin.ts"
import { command } from "../../engine/use-case.ts"
import { invalidParams, targetNotFound } from "../../error.ts"
import { isDirectMember, leaveGroups } from "../../groups/membership.ts"

export interface RemoveUser {
  /** Internal or display ID of the group. */
  readonly group: string
  readonly uId: string
}

/** RemoveUser (api.md section 12): ends a membership; the account stays. */
export const removeUser = command("RemoveUser", {
  enter: requireAdminOf,
  run(tx, { found: group }, input: RemoveUser): void {
    if (group === null) throw invalidParams("group is required")
    const user = tx.get("users", input.uId)
    if (user === undefined || !isDirectMember(user, group.gId)) {
      throw targetNotFound(`the user is not a member of the group: ${input.uId}`)
    }
    leaveGroups(tx, user, group.wId, new Set([group.gId]))
  },
})
