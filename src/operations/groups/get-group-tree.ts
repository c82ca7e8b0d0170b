import { listChildren, requireCurrentWorkspace } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import type { Group } from "../../model/records/index.ts"
import type { View } from "../../state/index.ts"
import { answerGroupTree, type GroupTree } from "../answers/people.ts"

/** Returns the group tree of the current workspace. (api.md section 11) */
export const getGroupTree = query({
  name: "GetGroupTree",
  summary: "Returns the whole group tree of the current workspace",
  input: () => ({}),
  authorize: requireCurrentWorkspace,
  execute: (view, { granted: { topGId } }): GroupTree => treeFrom(view, view.expect("groups", topGId)),
  answer: answerGroupTree,
})

const treeFrom = (view: View, group: Group): GroupTree => ({
  group,
  children: listChildren(view, group).map((child) => treeFrom(view, child)),
})
