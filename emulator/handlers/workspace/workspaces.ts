import { operations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"

const workspaceOf = (params: { readonly "workspace-id": string }) => ({ workspace: params["workspace-id"] })

export const workspaceHandlers = {
  getWorkspaces: handle(table.getWorkspaces, operations.getWorkspaces, {
    present: ({ workspaces, currentWId }) => ({
      workspaces: workspaces.map(({ wId, name }) => ({ workspace_id: wId, workspace_name: name })),
      current_workspace_id: currentWId ?? "",
    }),
  }),
  getCurrentWorkspace: handle(table.getCurrentWorkspace, operations.getCurrentWorkspace, {
    present: ({ wId }) => ({ workspace_id: wId }),
  }),
  selectWorkspace: handle(table.selectWorkspace, operations.selectWorkspace, {
    where: workspaceOf,
    input: (_, where) => where,
    present: () => null,
  }),
  createNewWorkspace: handle(table.createNewWorkspace, operations.createNewWorkspace, {
    input: ({ body }) => ({ name: body.name }),
    present: (wId) => ({ w_id: wId }),
  }),
  getPasswordPolicy: handle(table.getPasswordPolicy, operations.getPasswordPolicy, {
    where: workspaceOf,
    input: (_, where) => where,
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
  getWorkspaceUsage: handle(table.getWorkspaceUsage, operations.getWorkspaceUsage, {
    where: workspaceOf,
    input: (_, where) => where,
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
  getWorkspaceFunctionality: handle(table.getWorkspaceFunctionality, operations.getWorkspaceFunctionality, {
    where: workspaceOf,
    input: (_, where) => where,
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
}
