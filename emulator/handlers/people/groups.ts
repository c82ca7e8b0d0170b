import { operations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import { presentGroupTree, presentGroupWithChildren, presentWholeGroup } from "../../presenters/people/groups.ts"

export const groupHandlers = {
  getGroup: handle(table.getGroup, operations.getGroup, {
    where: (params) => ({ group: params["group-id"] }),
    input: (_, where) => where,
    present: presentGroupWithChildren,
  }),
  getGroupTree: handle(table.getGroupTree, operations.getGroupTree, {
    present: (tree) => ({ error: null, result: [presentGroupTree(tree)] }),
  }),
  createGroup: handle(table.createGroup, operations.createGroup, {
    where: (params) => ({ workspace: params["workspace-id"], group: params["parent-group-id"] }),
    input: ({ body }, where) => ({ ...where, name: body.name, displayId: body.display_id }),
    present: (group) => ({ group: presentWholeGroup(group), groupTree_datastores_res: null }),
  }),
  createTopGroup: handle(table.createTopGroup, operations.createTopGroup, {
    where: (params) => ({ workspace: params["workspace-id"] }),
    input: ({ body }, where) => ({ ...where, name: body.name, displayId: body.display_id }),
    present: (group) => ({ group: presentWholeGroup(group) }),
  }),
  updateGroup: handle(table.updateGroup, operations.updateGroup, {
    where: (params) => ({ workspace: params["workspace-id"], group: params["group-id"] }),
    input: ({ body }, where) => ({ ...where, name: body.name, displayId: body.display_id }),
    present: () => null,
  }),
  deleteGroup: handle(table.deleteGroup, operations.deleteGroup, {
    where: (params) => ({ group: params["group-id"] }),
    input: (_, where) => where,
    present: () => null,
  }),
}
