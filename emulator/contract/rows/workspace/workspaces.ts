import * as z from "zod"
import {
  createNewWorkspace,
  getCurrentWorkspace,
  getPasswordPolicy,
  getWorkspaceFunctionality,
  getWorkspaces,
  getWorkspaceUsage,
  selectWorkspace,
} from "../../../../src/inside.ts"
import { row } from "../../../api/contract/declared-row.ts"
import { answer, integer, internalId, internalIdOrNone, lazy, nothing } from "../../shapes.ts"

/** api.md section 10: workspaces. */
export const workspaceRows = {
  getWorkspaces: row(getWorkspaces, {
    method: "get",
    paths: ["/workspaces"],
    tag: "workspaces",
    answer: lazy(() =>
      answer({
        workspaces: z.array(answer({ workspace_id: internalId(), workspace_name: z.string() })),
        current_workspace_id: internalIdOrNone(),
      }),
    ),
    present: ({ workspaces, currentWId }) => ({
      workspaces: workspaces.map(({ wId, name }) => ({ workspace_id: wId, workspace_name: name })),
      current_workspace_id: currentWId ?? "",
    }),
    source: "docs",
  }),
  getCurrentWorkspace: row(getCurrentWorkspace, {
    method: "get",
    paths: ["/workspacecurrent"],
    tag: "workspaces",
    answer: lazy(() => answer({ workspace_id: internalId() })),
    present: ({ wId }) => ({ workspace_id: wId }),
    source: "client",
  }),
  selectWorkspace: row(selectWorkspace, {
    method: "post",
    paths: ["/workspaces/:workspace-id/select"],
    tag: "workspaces",
    answer: nothing,
    present: () => null,
    source: "docs",
  }),
  createNewWorkspace: row(createNewWorkspace, {
    method: "post",
    paths: ["/workspaces"],
    tag: "workspaces",
    answer: lazy(() => answer({ w_id: internalId() })),
    present: (wId) => ({ w_id: wId }),
    source: "docs",
  }),
  getPasswordPolicy: row(getPasswordPolicy, {
    method: "get",
    paths: ["/workspaces/:workspace-id/password-policy"],
    tag: "workspaces",
    answer: lazy(() =>
      answer({
        use_expired_day: z.boolean(),
        use_lockout_count: z.boolean(),
        use_lockout_time: z.boolean(),
        use_min_length: z.boolean(),
        use_pattern_check: z.boolean(),
        use_same_limit: z.boolean(),
        expired_day: z.number(),
        lockout_count: z.number(),
        lockout_time: z.number(),
        min_length: z.number(),
        pattern_check_type: z.number(),
        same_limit: z.number(),
      }),
    ),
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
    source: "docs",
  }),
  getWorkspaceUsage: row(getWorkspaceUsage, {
    method: "get",
    paths: ["/workspaces/:workspace-id/usages"],
    tag: "workspaces",
    answer: lazy(() =>
      answer({
        w_id: internalId(),
        usage: answer({
          users: integer(),
          users_limit: integer(),
          storage: z.number(),
          storage_limit: z.number(),
          datastores: integer(),
          datastores_limit: integer(),
          items: integer(),
          items_limit: integer(),
        }),
      }),
    ),
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
    source: "docs",
  }),
  getWorkspaceFunctionality: row(getWorkspaceFunctionality, {
    method: "get",
    paths: ["/workspaces/:workspace-id/functionality", "/workspaces/:workspace-id/functionalities"],
    tag: "workspaces",
    answer: lazy(() =>
      answer({
        w_id: internalId(),
        ws_functions: answer({
          use_create_workspace: z.union([z.literal(0), z.literal(1), z.literal(2)]),
          use_password_policy: z.boolean(),
          use_global_search: z.boolean(),
          use_beta: z.boolean(),
        }),
        app_functions: answer({
          use_create_application: z.boolean(),
          use_queries: z.boolean(),
          use_reports: z.boolean(),
          use_dashboards: z.boolean(),
        }),
      }),
    ),
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
    source: "docs",
  }),
} as const
