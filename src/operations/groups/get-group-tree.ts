import { requireCurrentWorkspace } from "../../access/places.ts"
import { answerGroupTree } from "../../answers/people.ts"
import { query } from "../../engine/operation.ts"
import { listChildren } from "../../groups/list-children.ts"
import { noInput } from "../../model/input/schemas.ts"
import type { Group } from "../../model/records/group.ts"
import type { View } from "../../state/view.ts"

export interface GroupTree {
  /** The group. */
  readonly group: Group
  /** The groups right below it, by index. */
  readonly children: readonly GroupTree[]
}

/** Returns the tree of the current workspace from its root. (api.md section 11) */
export const getGroupTree = query({
  name: "GetGroupTree",
  summary: "The whole group tree of the current workspace",
  input: noInput,
  authorize: requireCurrentWorkspace,
  execute: (view, { granted: { topGId } }): GroupTree => treeFrom(view, view.expect("groups", topGId)),
  answer: answerGroupTree,
})

const treeFrom = (view: View, group: Group): GroupTree => ({
  group,
  children: listChildren(view, group).map((child) => treeFrom(view, child)),
})
