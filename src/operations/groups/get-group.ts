import type { Actor } from "../../access/actor.ts"
import { requireGroupAt } from "../../access/group-admin.ts"
import { requireCurrentWorkspace } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import { listChildren } from "../../groups/list-children.ts"
import type { Group } from "../../records/group.ts"
import type { View } from "../../state/view.ts"

export interface GetGroup {
  /** Absent: the top group of the current workspace. */
  readonly group?: string | undefined
}

export interface GroupWithChildren {
  readonly group: Group
  /** Direct children by index. */
  readonly children: readonly Group[]
}

/** GetGroup (api.md section 5.3). */
export const getGroup = query({
  enter: (view: View, actor: Actor, { group }: GetGroup) =>
    group === undefined
      ? view.expect("groups", requireCurrentWorkspace(view, actor).topGId)
      : requireGroupAt(view, actor, { group }),
  run: (view, { found: group }): GroupWithChildren => ({ group, children: listChildren(view, group) }),
})
