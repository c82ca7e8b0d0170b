import * as z from "zod"
import { row } from "../../row.ts"
import { answer, body, displayId, integer, internalId, lazy, millis, named, nothing } from "../../shapes.ts"

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

export type WireGroup = z.input<ReturnType<typeof group>>
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
  getGroup: row({
    method: "get",
    paths: ["/groups/:group-id", "/groups"],
    tag: "groups",
    summary: "A group, or the top one, with its direct children",
    auth: "token",
    answer: lazy(() => answer({ error: z.literal(""), group: group(), children: z.array(group()), count: integer() })),
    source: "seed",
  }),
  getGroupTree: row({
    method: "get",
    paths: ["/grouptree"],
    tag: "groups",
    summary: "The whole group tree of the current workspace",
    auth: "token",
    answer: lazy(() => answer({ error: z.null(), result: z.array(treeNode()) })),
    source: "docs",
  }),
  createGroup: row({
    method: "post",
    paths: ["/groups/:parent-group-id", "/workspaces/:workspace-id/groups/:parent-group-id"],
    tag: "groups",
    summary: "Make a group below another",
    auth: "token",
    body: lazy(() => body({ name: z.string(), display_id: z.string() })),
    answer: lazy(() => answer({ group: newGroup(), groupTree_datastores_res: z.null() })),
    source: "docs",
  }),
  createTopGroup: row({
    method: "post",
    paths: ["/workspaces/:workspace-id/groups"],
    tag: "groups",
    summary: "Make a group of the first level",
    auth: "token",
    body: lazy(() => body({ name: z.string(), display_id: z.string().optional() })),
    answer: lazy(() => answer({ group: newGroup() })),
    source: "docs",
  }),
  updateGroup: row({
    method: "put",
    paths: ["/groups/:group-id", "/workspaces/:workspace-id/groups/:group-id"],
    tag: "groups",
    summary: "Change a group's name or display ID",
    auth: "token",
    body: lazy(() => body({ name: z.string().optional(), display_id: z.string().optional() })),
    answer: nothing,
    source: "docs",
  }),
  deleteGroup: row({
    method: "delete",
    paths: ["/groups/:group-id"],
    tag: "groups",
    summary: "Delete a group without children",
    auth: "token",
    answer: nothing,
    errors: { params: {} },
    source: "docs",
  }),
} as const
