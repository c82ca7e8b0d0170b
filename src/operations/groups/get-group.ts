import { requireCurrentWorkspace, requireGroup } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import type { Group } from "../../records/group.ts"
import type { View } from "../../state/view.ts"

export interface GroupWithChildren {
  readonly group: Group
  /** Direct children by index. */
  readonly children: readonly Group[]
}

/** GetGroup (api.md section 5.3): without a group the top one of the current workspace. */
export const getGroup = query<{ readonly group?: string | undefined }, GroupWithChildren>((view, actor, input) => {
  const group =
    input.group === undefined
      ? view.expect("groups", requireCurrentWorkspace(view, actor).topGId)
      : requireGroup(view, actor, input.group)
  return { group, children: listChildren(view, group) }
})

/** The direct children of a group by index. */
export const listChildren = (view: View, group: Group): Group[] =>
  view.list("groups", "groupsByParent", group.gId).sort((left, right) => left.index - right.index)
