import * as z from "zod"
import { row } from "../../row.ts"
import { answer, body, integer, internalId, internalIdOrNone, lazy, nothing } from "../../shapes.ts"

/** api.md section 10: workspaces. */
export const workspaceRows = {
  getWorkspaces: row({
    method: "get",
    paths: ["/workspaces"],
    tag: "workspaces",
    summary: "The caller's workspaces",
    auth: "token",
    answer: lazy(() =>
      answer({
        workspaces: z.array(answer({ workspace_id: internalId(), workspace_name: z.string() })),
        current_workspace_id: internalIdOrNone(),
      }),
    ),
    source: "docs",
  }),
  getCurrentWorkspace: row({
    method: "get",
    paths: ["/workspacecurrent"],
    tag: "workspaces",
    summary: "The caller's current workspace",
    auth: "token",
    answer: lazy(() => answer({ workspace_id: internalId() })),
    source: "client",
  }),
  selectWorkspace: row({
    method: "post",
    paths: ["/workspaces/:workspace-id/select"],
    tag: "workspaces",
    summary: "Make a workspace the caller's current one",
    auth: "token",
    answer: nothing,
    source: "docs",
  }),
  createNewWorkspace: row({
    method: "post",
    paths: ["/workspaces"],
    tag: "workspaces",
    summary: "Make a workspace with its top group and a first application",
    auth: "token",
    body: lazy(() => body({ name: z.string() })),
    answer: lazy(() => answer({ w_id: internalId() })),
    errors: { privilege: { shape: "errorMessage", members: { code: 999 } } },
    source: "docs",
  }),
  getPasswordPolicy: row({
    method: "get",
    paths: ["/workspaces/:workspace-id/password-policy"],
    tag: "workspaces",
    summary: "The password rules of a workspace",
    auth: "token",
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
    source: "docs",
  }),
  getWorkspaceUsage: row({
    method: "get",
    paths: ["/workspaces/:workspace-id/usages"],
    tag: "workspaces",
    summary: "What a workspace holds, and its limits",
    auth: "token",
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
    source: "docs",
  }),
  getWorkspaceFunctionality: row({
    method: "get",
    paths: ["/workspaces/:workspace-id/functionality", "/workspaces/:workspace-id/functionalities"],
    tag: "workspaces",
    summary: "Which functions a workspace offers",
    auth: "token",
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
    source: "docs",
  }),
} as const
