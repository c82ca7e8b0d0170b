import * as z from "zod"
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
    answer: answerOf(() => ({
      use_expired_day: z.boolean().describe("Whether expired_day is in force"),
      use_lockout_count: z.boolean().describe("Whether lockout_count is in force"),
      use_lockout_time: z
        .boolean()
        .describe("Whether lockout_time is in force; if not, users stay locked until a password reset"),
      use_min_length: z.boolean().describe("Whether min_length is in force"),
      use_pattern_check: z.boolean().describe("Whether pattern_check_type is in force"),
      use_same_limit: z.boolean().describe("Whether same_limit is in force"),
      expired_day: z.number().describe("Number of days after which a password expires. Default: 30"),
      lockout_count: z.number().describe("Number of wrong passwords in a row that lock the user. Default: 5"),
      lockout_time: z.number().describe("Duration of a lock in minutes. Default: 5"),
      min_length: z.number().describe("Minimum number of characters of a password"),
      pattern_check_type: z
        .number()
        .describe("0: no spaces; 1: letters and digits; 2: letters, digits and one of !#$%-_=+<>"),
      same_limit: z
        .number()
        .describe("Number of latest passwords, including the current password, that may not be used again. Default: 2"),
    })),
    present: (policy) => ({
      use_expired_day: policy.useExpiredDay,
      use_lockout_count: policy.useLockoutCount,
      use_lockout_time: policy.useLockoutTime,
      use_min_length: policy.useMinLength,
      use_pattern_check: policy.usePatternCheck,
      use_same_limit: policy.useSameLimit,
      expired_day: policy.expiredDay,
      lockout_count: policy.lockoutCount,
      lockout_time: policy.lockoutTime,
      min_length: policy.minLength,
      pattern_check_type: policy.patternCheckType,
      same_limit: policy.sameLimit,
    }),
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
      ws_functions: answer({
        use_create_workspace: z
          .union([z.literal(0), z.literal(1), z.literal(2)])
          .describe("Whether workspaces may be created"),
        use_password_policy: z.boolean().describe("Whether a password policy is in force"),
        use_global_search: z.boolean().describe("Whether GlobalSearch may be used"),
        use_beta: z.boolean().describe("Whether beta features may be used"),
      }).describe("Functions that the workspace may use"),
      app_functions: answer({
        use_create_application: z.boolean().describe("Whether applications may be created"),
        use_queries: z.boolean().describe("Whether saved lists may be used"),
        use_reports: z.boolean().describe("Whether reports may be used"),
        use_dashboards: z.boolean().describe("Whether dashboards may be used"),
      }).describe("Functions that applications may use"),
    })),
    present: ({ wId, functionality }) => ({
      w_id: wId,
      ws_functions: {
        use_create_workspace: functionality.useCreateWorkspace,
        use_password_policy: functionality.usePasswordPolicy,
        use_global_search: functionality.useGlobalSearch,
        use_beta: functionality.useBeta,
      },
      app_functions: {
        use_create_application: functionality.useCreateApplication,
        use_queries: functionality.useQueries,
        use_reports: functionality.useReports,
        use_dashboards: functionality.useDashboards,
      },
    }),
  }),
} as const
