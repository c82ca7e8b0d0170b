import { createGroup, createTopGroup, deleteGroup, getGroup, getGroupTree, updateGroup } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import { presentGroupTree, presentGroupWithChildren, presentWholeGroup } from "../../presenters/people/groups.ts"

export const groupHandlers = {
  getGroup: handle(table.getGroup, getGroup, {
    where: (params) => ({ group: params["group-id"] }),
    input: (_, where) => where,
    present: presentGroupWithChildren,
  }),
  getGroupTree: handle(table.getGroupTree, getGroupTree, {
    present: (tree) => ({ error: null, result: [presentGroupTree(tree)] }),
  }),
  createGroup: handle(table.createGroup, createGroup, {
    where: (params) => ({ workspace: params["workspace-id"], group: params["parent-group-id"] }),
    input: ({ body }, where) => ({ ...where, name: body.name, displayId: body.display_id }),
    present: (group) => ({ group: presentWholeGroup(group), groupTree_datastores_res: null }),
  }),
  createTopGroup: handle(table.createTopGroup, createTopGroup, {
    where: (params) => ({ workspace: params["workspace-id"] }),
    input: ({ body }, where) => ({ ...where, name: body.name, displayId: body.display_id }),
    present: (group) => ({ group: presentWholeGroup(group) }),
  }),
  updateGroup: handle(table.updateGroup, updateGroup, {
    where: (params) => ({ workspace: params["workspace-id"], group: params["group-id"] }),
    input: ({ body }, where) => ({ ...where, name: body.name, displayId: body.display_id }),
    present: () => null,
  }),
  deleteGroup: handle(table.deleteGroup, deleteGroup, {
    where: (params) => ({ group: params["group-id"] }),
    input: (_, where) => where,
    present: () => null,
  }),
}
