import { requireGroupAdmin } from "../../access/may.ts"
import { requireGroup } from "../../access/places.ts"
import { command } from "../../engine/use-case.ts"
import { makeGroup } from "../../groups/make-group.ts"
import type { Group } from "../../records/group.ts"

export interface CreateGroup {
  readonly parent: string
  readonly name: string
  readonly displayId: string
}

/** CreateGroup (api.md section 11). */
export const createGroup = command<CreateGroup, Group>("CreateGroup", (tx, actor, input) => {
  const parent = requireGroup(tx, actor, input.parent)
  requireGroupAdmin(actor, parent)
  return makeGroup(tx, parent, input.name, input.displayId)
})
