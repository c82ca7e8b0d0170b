import { type GroupPlace, requireAdministeredGroup } from "../../access/group-admin.ts"
import { command } from "../../engine/use-case.ts"
import { requireFreeDisplayId, requireGroupName } from "../../groups/make-group.ts"

export interface UpdateGroup extends GroupPlace {
  /** Absent: stays. */
  readonly name?: string | undefined
  /** Absent or blank: stays. */
  readonly displayId?: string | undefined
}

/** UpdateGroup (api.md section 11). */
export const updateGroup = command("UpdateGroup", {
  enter: requireAdministeredGroup,
  run(tx, { found: group }, input: UpdateGroup): void {
    const { name = group.name } = input
    const displayId = input.displayId || group.displayId
    requireGroupName(name)
    if (displayId !== group.displayId) requireFreeDisplayId(tx, group, displayId, group)
    if (name !== group.name || displayId !== group.displayId) tx.patch("groups", group.gId, { name, displayId })
  },
})
