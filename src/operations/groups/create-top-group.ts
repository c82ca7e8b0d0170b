import { requireAdministeredRoot } from "../../access/group-admin.ts"
import { command } from "../../engine/use-case.ts"
import { makeGroup } from "../../groups/make-group.ts"
import type { Group } from "../../records/group.ts"

export interface CreateTopGroup {
  readonly workspace: string
  readonly name: string
  /** Absent: generated. */
  readonly displayId?: string | undefined
}

/** CreateTopGroup (api.md section 11): a group of the first level below the root. */
export const createTopGroup = command<CreateTopGroup, Group>("CreateTopGroup", (tx, actor, input) => {
  const workspace = requireAdministeredRoot(tx, actor, input.workspace)
  const root = tx.expect("groups", workspace.topGId)
  return makeGroup(tx, root, input.name, input.displayId ?? tx.newDisplayId("Grp-"))
})
