import { leaveGroups, listChildren, requireAdministeredGroup } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { invalidParams } from "../../model/index.ts"
import { groupPlace } from "./group-place.ts"

/**
 * Deletes a group and removes its members from it. Items keep the group's access key, although no user has it any more. The indexes of the
 * group's later siblings decrease by 1. (api.md section 11)
 */
export const deleteGroup = command({
  name: "DeleteGroup",
  summary: "Deletes a group that has no children",
  input: groupPlace,
  place: ["group"],
  authorize: requireAdministeredGroup,
  errors: { params: {} },
  execute(tx, { granted: group }): void {
    if (group.parentGId === null) throw invalidParams("the top group can't be deleted")
    if (listChildren(tx, group).length > 0) throw invalidParams("a group with children can't be deleted")
    const gIds = new Set([group.gId])
    for (const user of tx.list("users", "usersByGroup", group.gId)) leaveGroups(tx, user, group.wId, gIds)
    tx.remove("groups", group.gId)
    listChildren(tx, tx.expect("groups", group.parentGId)).forEach((sibling, index) => {
      if (sibling.index !== index) tx.patch("groups", sibling.gId, { index })
    })
  },
})
