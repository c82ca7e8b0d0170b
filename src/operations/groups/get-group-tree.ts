import { requireCurrentWorkspace } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import { listChildren } from "../../groups/list-children.ts"
import type { Group } from "../../records/group.ts"
import type { View } from "../../state/view.ts"

export interface GroupTree {
  /** The group. */
  readonly group: Group
  /** The groups right below it, by index. */
  readonly children: readonly GroupTree[]
}

/** GetGroupTree (api.md section 11): the tree of the current workspace from its root. */
export const getGroupTree = query({
  enter: requireCurrentWorkspace,
  run: (view, { found: { topGId } }): GroupTree => treeFrom(view, view.expect("groups", topGId)),
})

const treeFrom = (view: View, group: Group): GroupTree => ({
  group,
  children: listChildren(view, group).map((child) => treeFrom(view, child)),
})
