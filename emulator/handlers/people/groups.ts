import {
  createGroup,
  createTopGroup,
  deleteGroup,
  getGroup,
  getGroupTree,
  requireAdministeredRoot,
  runUseCase,
  updateGroup,
} from "../../../src/index.ts"
import type { table } from "../../contract/table.ts"
import { type Handler, handler } from "../../http/handler.ts"
import { presentGroup, presentGroupTree, presentWholeGroup } from "../../presenters/people/groups.ts"

export const groupHandlers = {
  getGroup: handler<typeof table.getGroup>(async ({ caller, params }) => {
    const { group, children } = await runUseCase(caller, getGroup, { group: params["group-id"] })
    return { error: "", group: presentGroup(group), children: children.map(presentGroup), count: children.length }
  }),
  getGroupTree: handler<typeof table.getGroupTree>(async ({ caller }) => ({
    error: null,
    result: [presentGroupTree(await runUseCase(caller, getGroupTree, undefined))],
  })),
  createGroup: handler<typeof table.createGroup>(async ({ caller, params, body }) => {
    const parent = params["parent-group-id"] ?? ""
    const group = await runUseCase(caller, createGroup, { parent, name: body.name, displayId: body.display_id })
    return { group: presentWholeGroup(group), groupTree_datastores_res: null }
  }),
  createTopGroup: {
    enter: ({ view, actor, params }) => void requireAdministeredRoot(view, actor, params["workspace-id"] ?? ""),
    run: async ({ caller, params, body }) => {
      const workspace = params["workspace-id"] ?? ""
      const group = await runUseCase(caller, createTopGroup, { workspace, name: body.name, displayId: body.display_id })
      return { group: presentWholeGroup(group) }
    },
  } satisfies Handler<typeof table.createTopGroup>,
  updateGroup: handler<typeof table.updateGroup>(async ({ caller, params, body }) => {
    await runUseCase(caller, updateGroup, {
      group: params["group-id"] ?? "",
      name: body.name,
      displayId: body.display_id,
    })
    return null
  }),
  deleteGroup: handler<typeof table.deleteGroup>(async ({ caller, params }) => {
    await runUseCase(caller, deleteGroup, { group: params["group-id"] ?? "" })
    return null
  }),
}
