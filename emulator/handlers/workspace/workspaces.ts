import {
  createNewWorkspace,
  getCurrentWorkspace,
  getPasswordPolicy,
  getWorkspaceFunctionality,
  getWorkspaces,
  getWorkspaceUsage,
  requireWorkspaceCreator,
  runUseCase,
  selectWorkspace,
} from "../../../src/index.ts"
import type { table } from "../../contract/table.ts"
import { type Handler, handler } from "../../http/handler.ts"

export const workspaceHandlers = {
  getWorkspaces: handler<typeof table.getWorkspaces>(async ({ caller }) => {
    const { workspaces, currentWId } = await runUseCase(caller, getWorkspaces, undefined)
    return {
      workspaces: workspaces.map(({ wId, name }) => ({ workspace_id: wId, workspace_name: name })),
      current_workspace_id: currentWId ?? "",
    }
  }),
  getCurrentWorkspace: handler<typeof table.getCurrentWorkspace>(async ({ caller }) => ({
    workspace_id: (await runUseCase(caller, getCurrentWorkspace, undefined)).wId,
  })),
  selectWorkspace: handler<typeof table.selectWorkspace>(async ({ caller, params }) => {
    await runUseCase(caller, selectWorkspace, { workspace: params["workspace-id"] })
    return null
  }),
  createNewWorkspace: {
    enter: ({ view, actor }) => requireWorkspaceCreator(view, actor),
    run: async ({ caller, body }) => ({ w_id: await runUseCase(caller, createNewWorkspace, { name: body.name }) }),
  } satisfies Handler<typeof table.createNewWorkspace>,
  getPasswordPolicy: handler<typeof table.getPasswordPolicy>(async ({ caller, params }) => {
    const policy = await runUseCase(caller, getPasswordPolicy, { workspace: params["workspace-id"] ?? "" })
    return {
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
    }
  }),
  getWorkspaceUsage: handler<typeof table.getWorkspaceUsage>(async ({ caller, params }) => {
    const usage = await runUseCase(caller, getWorkspaceUsage, { workspace: params["workspace-id"] ?? "" })
    return {
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
    }
  }),
  getWorkspaceFunctionality: handler<typeof table.getWorkspaceFunctionality>(async ({ caller, params }) => {
    const { wId, functionality } = await runUseCase(caller, getWorkspaceFunctionality, {
      workspace: params["workspace-id"] ?? "",
    })
    return {
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
    }
  }),
}
