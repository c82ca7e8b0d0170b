import * as z from "zod"
import {
  createGroup,
  createTopGroup,
  deleteGroup,
  getGroup,
  getGroupTree,
  updateGroup,
} from "../../../../src/inside.ts"
import { presentGroupTree, presentGroupWithChildren, presentWholeGroup } from "../../../api/presenters/people/groups.ts"
import { row } from "../../../api/contract/declared-row.ts"
import { answer, displayId, integer, internalId, lazy, millis, named, nothing } from "../../shapes.ts"

/** `Group` of api.md section 5.3. */
const group = lazy(() =>
  named("Group", answer({ g_id: internalId(), group_id: displayId(), name: z.string(), index: integer() })),
)

/** The group that CreateGroup and CreateTopGroup answer. */
const newGroup = lazy(() =>
  named(
    "NewGroup",
    answer({
      id: internalId(),
      g_id: internalId(),
      access_key: z.string(),
      display_id: displayId(),
      name: z.string(),
      index: integer(),
      is_root: z.boolean(),
      disable_ui_access: z.boolean(),
      created_at: millis(),
    }),
  ),
)

const groupWithChildren = lazy(() =>
  answer({ error: z.literal(""), group: group(), children: z.array(group()), count: integer() }),
)

export type WireGroup = z.input<ReturnType<typeof group>>
export type WireGroupWithChildren = z.input<ReturnType<typeof groupWithChildren>>
export type WireNewGroup = z.input<ReturnType<typeof newGroup>>

/** A node of the group tree and all below it. */
export interface WireTree {
  id: string
  display_id: string
  name: string
  show_child: true
  childGroups: WireTree[]
}

const treeNode: () => z.ZodType<WireTree, WireTree> = lazy(
  (): z.ZodType<WireTree, WireTree> =>
    named(
      "GroupTree",
      answer({
        id: internalId(),
        display_id: displayId(),
        name: z.string(),
        show_child: z.literal(true),
        childGroups: z.array(z.lazy(treeNode)),
      }),
    ),
)

/** api.md sections 5.3 and 11: groups. */
export const groupRows = {
  getGroup: row(getGroup, {
    method: "get",
    paths: ["/groups/:group-id", "/groups"],
    tag: "groups",
    answer: groupWithChildren,
    present: presentGroupWithChildren,
    source: "seed",
  }),
  getGroupTree: row(getGroupTree, {
    method: "get",
    paths: ["/grouptree"],
    tag: "groups",
    answer: lazy(() => answer({ error: z.null(), result: z.array(treeNode()) })),
    present: (tree) => ({ error: null, result: [presentGroupTree(tree)] }),
    source: "docs",
  }),
  createGroup: row(createGroup, {
    method: "post",
    paths: ["/groups/:parent-group-id", "/workspaces/:workspace-id/groups/:parent-group-id"],
    tag: "groups",
    answer: lazy(() => answer({ group: newGroup(), groupTree_datastores_res: z.null() })),
    present: (made) => ({ group: presentWholeGroup(made), groupTree_datastores_res: null }),
    source: "docs",
  }),
  createTopGroup: row(createTopGroup, {
    method: "post",
    paths: ["/workspaces/:workspace-id/groups"],
    tag: "groups",
    answer: lazy(() => answer({ group: newGroup() })),
    present: (made) => ({ group: presentWholeGroup(made) }),
    source: "docs",
  }),
  updateGroup: row(updateGroup, {
    method: "put",
    paths: ["/groups/:group-id", "/workspaces/:workspace-id/groups/:group-id"],
    tag: "groups",
    answer: nothing,
    present: () => null,
    source: "docs",
  }),
  deleteGroup: row(deleteGroup, {
    method: "delete",
    paths: ["/groups/:group-id"],
    tag: "groups",
    answer: nothing,
    present: () => null,
    source: "docs",
  }),
} as const
