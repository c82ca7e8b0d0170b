import * as z from "zod"
import { requireGroupAt } from "../../access/group-admin.ts"
import { requireCurrentWorkspace } from "../../access/places.ts"
import { answerGroup } from "../../answers/people.ts"
import { query } from "../../engine/operation.ts"
import { listChildren } from "../../groups/list-children.ts"
import { object } from "../../model/input/schemas.ts"
import type { Group } from "../../model/records/group.ts"
import type { GroupWithChildrenAnswer } from "../answers/people-answers.ts"

export interface GroupWithChildren {
  readonly group: Group
  /** Direct children by index. */
  readonly children: readonly Group[]
}

/** Returns a group with its direct children. (api.md section 5.3) */
export const getGroup = query({
  name: "GetGroup",
  summary: "A group, or the top one, with its direct children",
  input: () =>
    object({
      group: z
        .string()
        .describe("The group, by internal or display ID; absent: the top group of the current workspace")
        .optional(),
    }),
  place: ["group"],
  authorize: (view, principal, { group }) =>
    group === undefined
      ? view.expect("groups", requireCurrentWorkspace(view, principal).topGId)
      : requireGroupAt(view, principal, { group }),
  execute: (view, { granted: group }): GroupWithChildren => ({ group, children: listChildren(view, group) }),
  answer: ({ group, children }): GroupWithChildrenAnswer => ({
    group: answerGroup(group),
    children: children.map(answerGroup),
  }),
})
