import { listChildren, requireCurrentWorkspace, requireGroupAt } from "../../access/index.ts"
import { type DomainResultOf, query } from "../../engine/index.ts"
import { optionalString } from "../../model/input/index.ts"
import { answerGroup } from "../answers/people.ts"

/** Returns a group with its direct children. (api.md section 5.3) */
export const getGroup = query({
  name: "GetGroup",
  summary: "Returns a group (by default the top group) with its direct children",
  input: () => ({
    group: optionalString("The group, by internal or display ID; absent: the top group of the current workspace"),
  }),
  place: ["group"],
  authorize: (view, principal, { group }) =>
    group === undefined
      ? view.expect("groups", requireCurrentWorkspace(view, principal).topGId)
      : requireGroupAt(view, principal, { group }),
  execute: (view, { granted: group }) => ({ group, children: listChildren(view, group) }),
  answer: ({ group, children }) => ({
    group: answerGroup(group),
    children: children.map(answerGroup),
  }),
})

export type GroupWithChildren = DomainResultOf<typeof getGroup>
