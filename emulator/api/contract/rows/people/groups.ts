import * as z from "zod"
import {
  createGroup,
  createTopGroup,
  deleteGroup,
  getGroup,
  getGroupTree,
  updateGroup,
} from "../../../../../src/operations/list.ts"
import { presentGroup, presentGroupTree, presentWholeGroup } from "../../../presenters/people/groups.ts"
import { row } from "../../declared-row.ts"
import { group, newGroup, treeNode } from "../../people-shapes/groups.ts"
import { answerOf, integer, NOTHING } from "../../shapes.ts"

/** Operations on groups (api.md sections 5.3 and 11). */
export const groupRows = {
  getGroup: row(getGroup, "get /groups/:group-id", {
    otherPaths: ["/groups"],
    answer: answerOf(() => ({
      error: z.literal("").describe("The errors; null or empty if there are none"),
      group: group().describe("The group"),
      children: z.array(group()).describe("The direct subgroups, by index"),
      count: integer().describe("Number of direct subgroups"),
    })),
    present: ({ group, children }) => ({
      error: "" as const,
      group: presentGroup(group),
      children: children.map(presentGroup),
      count: children.length,
    }),
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
