import { requireGroupAdmin } from "../../access/may.ts"
import { requireGroup } from "../../access/places.ts"
import { command } from "../../engine/use-case.ts"
import { requireFreeDisplayId, requireGroupName } from "../../groups/make-group.ts"

export interface UpdateGroup {
  readonly group: string
  /** Absent: stays. */
  readonly name?: string | undefined
  readonly displayId?: string | undefined
}

/** UpdateGroup (api.md section 11). */
export const updateGroup = command<UpdateGroup, void>("UpdateGroup", (tx, actor, input) => {
  const group = requireGroup(tx, actor, input.group)
  requireGroupAdmin(actor, group)
  const { name = group.name, displayId = group.displayId } = input
  requireGroupName(name)
  if (displayId !== group.displayId) requireFreeDisplayId(tx, group, displayId, group)
  if (name !== group.name || displayId !== group.displayId) tx.patch("groups", group.gId, { name, displayId })
})
