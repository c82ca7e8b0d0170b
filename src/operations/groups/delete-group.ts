import { requireAdministeredGroup } from "../../access/group-admin.ts"
import { command, nothing } from "../../engine/operation.ts"
import { invalidParams } from "../../model/error.ts"
import { listChildren } from "../../groups/list-children.ts"
import { leaveGroups } from "../../groups/membership.ts"
import { object } from "../../model/input/schemas.ts"
import { groupPlace } from "./group-place.ts"

/**
 * Deletes a group: its members leave it, its key stays on items and is held by nobody. The groups after it move up. (api.md section 11)
 */
export const deleteGroup = command({
  name: "DeleteGroup",
  summary: "Delete a group without children",
  input: () => object(groupPlace()),
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
  answer: nothing,
})
