import { requireAdministeredGroup, requireFreeDisplayId, requireGroupName } from "../../access/index.ts"
import { command } from "../../engine/index.ts"
import { optionalString } from "../../model/input/index.ts"
import { groupInWorkspace } from "./group-place.ts"

/** Changes a group's name or display ID. (api.md section 11) */
export const updateGroup = command({
  name: "UpdateGroup",
  summary: "Changes a group's name or display ID",
  input: () => ({
    ...groupInWorkspace(),
    name: optionalString("The new name; absent: unchanged"),
    displayId: optionalString("The new display ID; absent or empty: unchanged"),
  }),
  place: ["workspace", "group"],
  authorize: requireAdministeredGroup,
  execute(tx, { granted: group }, input): void {
    const { name = group.name } = input
    requireGroupName(name)
    const displayId = input.displayId ? requireFreeDisplayId(tx, group, input.displayId, group) : group.displayId
    if (name !== group.name || displayId !== group.displayId) tx.patch("groups", group.gId, { name, displayId })
  },
})
