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
  giveName,
  integer,
  internalId,
  lazy,
  millis,
  NOTHING,
  namedAnswer,
} from "../../shapes.ts"

/** Schema of `Group` (api.md section 5.3). */
const group = namedAnswer("Group", () => ({
  g_id: internalId().describe("Internal ID of the group"),
  group_id: displayId().describe("Display ID of the group"),
  name: z.string().describe("Name of the group"),
  index: integer().describe("Position among the groups with the same parent, counted from 0"),
}))

const newGroup = namedAnswer("NewGroup", () => ({
  id: internalId().describe("Internal ID of the group"),
  g_id: internalId().describe("Internal ID of the group"),
  access_key: z.string().describe("Access key of the group; items are published to this key"),
  display_id: displayId().describe("Display ID, chosen on the service's screens"),
  name: z.string().describe("Name of the group"),
  index: integer().describe("Position among the groups with the same parent, counted from 0"),
  is_root: z.boolean().describe("Whether the group has no parent group"),
  disable_ui_access: z.boolean().describe("Whether members of the group can't use the service's screens"),
  created_at: millis().describe("Time of creation: an ISO 8601 instant in UTC"),
}))

const groupWithChildren = answerOf(() => ({
  error: z.literal("").describe("The errors; null or empty if there are none"),
  group: group().describe("The group"),
  children: z.array(group()).describe("The direct subgroups, by index"),
  count: integer().describe("Number of direct subgroups"),
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
    giveName(
      "GroupTree",
      answer({
        id: internalId().describe("Internal ID of the group"),
        display_id: displayId().describe("Display ID, chosen on the service's screens"),
        name: z.string().describe("Name of the group"),
        show_child: z.literal(true).describe("Whether the service's screens show the subgroups"),
        childGroups: z.array(z.lazy(treeNode)).describe("The subgroups, by index"),
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
      error: z.null().describe("The errors; null or empty if there are none"),
      result: z.array(treeNode()).describe("Result of the operation"),
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
