import * as z from "zod"
import {
  FUNCTIONALITY_OF,
  PASSWORD_POLICY,
  presentSettings,
  responseShape,
} from "../../../../../src/model/settings/index.ts"
import {
  createNewWorkspace,
  getCurrentWorkspace,
  getPasswordPolicy,
  getWorkspaceFunctionality,
  getWorkspaces,
  getWorkspaceUsage,
  selectWorkspace,
} from "../../../../../src/operations/list.ts"
import { row } from "../../declared-row.ts"
import { answer, answerOf, integer, internalId, internalIdOrNone, listOf, NOTHING } from "../../shapes.ts"

/** Operations on workspaces (api.md section 10). */
export const workspaceRows = {
  getWorkspaces: row(getWorkspaces, "get /workspaces", {
    answer: answerOf(() => ({
      workspaces: listOf("The caller's workspaces", {
        workspace_id: internalId().describe("Internal ID of the workspace"),
        workspace_name: z.string().describe("Name of the workspace"),
      }),
      current_workspace_id: internalIdOrNone().describe("ID of the current workspace"),
    })),
    present: ({ workspaces, currentWId }) => ({
      workspaces: workspaces.map(({ wId, name }) => ({ workspace_id: wId, workspace_name: name })),
      current_workspace_id: currentWId ?? "",
    }),
  }),
  getCurrentWorkspace: row(getCurrentWorkspace, "get /workspacecurrent", {
    answer: answerOf(() => ({ workspace_id: internalId().describe("Internal ID of the workspace") })),
    present: ({ wId }) => ({ workspace_id: wId }),
    source: "client",
  }),
  selectWorkspace: row(selectWorkspace, "post /workspaces/:workspace-id/select", NOTHING),
  createNewWorkspace: row(createNewWorkspace, "post /workspaces", {
    answer: answerOf(() => ({ w_id: internalId().describe("Internal ID of the workspace") })),
    present: (wId) => ({ w_id: wId }),
  }),
  getPasswordPolicy: row(getPasswordPolicy, "get /workspaces/:workspace-id/password-policy", {
    answer: answerOf(() => {
      const shape = responseShape(PASSWORD_POLICY)
      return { ...shape, pattern_check_type: z.number().describe(shape.pattern_check_type.description ?? "") }
    }),
    present: (policy) => presentSettings(PASSWORD_POLICY, policy),
  }),
  getWorkspaceUsage: row(getWorkspaceUsage, "get /workspaces/:workspace-id/usages", {
    answer: answerOf(() => ({
      w_id: internalId().describe("Internal ID of the workspace"),
      usage: answer({
        users: integer().describe("Number of users"),
        users_limit: integer().describe("Maximum number of users"),
        storage: z.number().describe("Number of bytes of the workspace's files"),
        storage_limit: z.number().describe("Maximum number of bytes of the workspace's files"),
        datastores: integer().describe("Number of datastores"),
        datastores_limit: integer().describe("Maximum number of datastores"),
        items: integer().describe("Number of items"),
        items_limit: integer().describe("Maximum number of items"),
      }).describe("Usage of the workspace and its limits"),
    })),
    present: (usage) => ({
      w_id: usage.wId,
      usage: {
        users: usage.users,
        users_limit: usage.limits.users,
        storage: usage.storageMb,
        storage_limit: usage.limits.storageMb,
        datastores: usage.datastores,
        datastores_limit: usage.limits.datastores,
        items: usage.items,
        items_limit: 0,
      },
    }),
  }),
  getWorkspaceFunctionality: row(getWorkspaceFunctionality, "get /workspaces/:workspace-id/functionality", {
    otherPaths: ["/workspaces/:workspace-id/functionalities"],
    answer: answerOf(() => ({
      w_id: internalId().describe("Internal ID of the workspace"),
      ws_functions: answer(responseShape(FUNCTIONALITY_OF.workspaces)).describe("Functions that the workspace may use"),
      app_functions: answer(responseShape(FUNCTIONALITY_OF.applications)).describe(
        "Functions that applications may use",
      ),
    })),
    present: ({ wId, functionality }) => ({
      w_id: wId,
      ws_functions: presentSettings(FUNCTIONALITY_OF.workspaces, functionality),
      app_functions: presentSettings(FUNCTIONALITY_OF.applications, functionality),
    }),
  }),
} as const
