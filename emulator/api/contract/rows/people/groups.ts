import * as z from "zod"
import {
  createGroup,
  createTopGroup,
  deleteGroup,
  getGroup,
  getGroupTree,
  updateGroup,
} from "../../../../../src/operations/list.ts"
import { presentGroupTree, presentGroupWithChildren, presentWholeGroup } from "../../../presenters/people/groups.ts"
import { row } from "../../declared-row.ts"
import {
  answer,
  answerOf,
  displayId,
  integer,
  internalId,
  lazy,
  millis,
  NOTHING,
  named,
  namedAnswer,
} from "../../shapes.ts"

/** Schema of `Group` (api.md section 5.3). */
const group = namedAnswer("Group", () => ({
  g_id: internalId().describe("Internal ID of the group"),
  group_id: displayId().describe("Display ID of the group"),
  name: z.string().describe("Name of the group"),
  index: integer().describe("Place among the groups beside it, from 0"),
}))

const newGroup = namedAnswer("NewGroup", () => ({
  id: internalId().describe("Internal ID of the group"),
  g_id: internalId().describe("Internal ID of the group"),
  access_key: z.string().describe("The key by which items are published to the group"),
  display_id: displayId().describe("Display ID: the one chosen on the screen"),
  name: z.string().describe("Name of the group"),
  index: integer().describe("Place among the groups beside it, from 0"),
  is_root: z.boolean().describe("Whether it is a top group"),
  disable_ui_access: z.boolean().describe("Whether the screen is closed to its members"),
  created_at: millis().describe("When it was created: an ISO 8601 instant in UTC"),
}))

const groupWithChildren = answerOf(() => ({
  error: z.literal("").describe("What went wrong; null or empty when nothing did"),
  group: group().describe("The group"),
  children: z.array(group()).describe("The groups directly below, by index"),
  count: integer().describe("How many groups there are directly below"),
}))

export type WireGroup = z.input<ReturnType<typeof group>>
export type WireGroupWithChildren = z.input<ReturnType<typeof groupWithChildren>>
export type WireNewGroup = z.input<ReturnType<typeof newGroup>>

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
        id: internalId().describe("Internal ID of the group"),
        display_id: displayId().describe("Display ID: the one chosen on the screen"),
        name: z.string().describe("Name of the group"),
        show_child: z.literal(true).describe("Whether the screen shows the groups below"),
        childGroups: z.array(z.lazy(treeNode)).describe("The groups below, by index"),
      }),
    ),
)

/** Operations on groups (api.md sections 5.3 and 11). */
export const groupRows = {
  getGroup: row(getGroup, "get /groups/:group-id", {
    otherPaths: ["/groups"],
    answer: groupWithChildren,
    present: presentGroupWithChildren,
    source: "seed",
  }),
  getGroupTree: row(getGroupTree, "get /grouptree", {
    answer: answerOf(() => ({
      error: z.null().describe("What went wrong; null or empty when nothing did"),
      result: z.array(treeNode()).describe("What was done, or found"),
    })),
    present: (tree) => ({ error: null, result: [presentGroupTree(tree)] }),
  }),
  createGroup: row(createGroup, "post /groups/:parent-group-id", {
    otherPaths: ["/workspaces/:workspace-id/groups/:parent-group-id"],
    answer: answerOf(() => ({
      group: newGroup().describe("The group"),
      groupTree_datastores_res: z.null().describe("Always null"),
    })),
    present: (made) => ({ group: presentWholeGroup(made), groupTree_datastores_res: null }),
  }),
  createTopGroup: row(createTopGroup, "post /workspaces/:workspace-id/groups", {
    answer: answerOf(() => ({ group: newGroup().describe("The group") })),
    present: (made) => ({ group: presentWholeGroup(made) }),
  }),
  updateGroup: row(updateGroup, "put /groups/:group-id", {
    otherPaths: ["/workspaces/:workspace-id/groups/:group-id"],
    ...NOTHING,
  }),
  deleteGroup: row(deleteGroup, "delete /groups/:group-id", NOTHING),
} as const
