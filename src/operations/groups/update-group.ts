import * as z from "zod"
import { requireAdministeredGroup } from "../../access/group-admin.ts"
import { command, nothing } from "../../engine/operation.ts"
import { requireFreeDisplayId, requireGroupName } from "../../groups/make-group.ts"
import { object } from "../../model/input/schemas.ts"
import { groupInWorkspace } from "./group-place.ts"

/** Changes a group's name or display ID. (api.md section 11) */
export const updateGroup = command({
  name: "UpdateGroup",
  summary: "Change a group's name or display ID",
  input: () =>
    object({
      ...groupInWorkspace(),
      name: z.string().describe("The new name; absent: it stays").optional(),
      displayId: z.string().describe("The new display ID; absent or empty: it stays").optional(),
    }),
  place: ["workspace", "group"],
  authorize: requireAdministeredGroup,
  execute(tx, { granted: group }, input): void {
    const { name = group.name } = input
    const displayId = input.displayId || group.displayId
    requireGroupName(name)
    if (displayId !== group.displayId) requireFreeDisplayId(tx, group, displayId, group)
    if (name !== group.name || displayId !== group.displayId) tx.patch("groups", group.gId, { name, displayId })
  },
  answer: nothing,
})
