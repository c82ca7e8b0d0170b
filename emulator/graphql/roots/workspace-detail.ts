import { defined } from "../../../src/model/index.ts"
import type { Workspace } from "../../../src/model/records/index.ts"
import { table } from "../../api/index.ts"
import type { RootCall } from "../root.ts"

/** Properties of a password policy that the REST response does not contain. */
export const ALL_LANGUAGES = { use_language_en: true, use_language_ja: true }

/** Returns the details of a workspace (graphql.md section 3.3). */
export async function workspaceDetail(workspace: Workspace, call: RootCall): Promise<object> {
  const { view, lang } = call
  const { wId, name, admins, createdAt } = workspace
  const place = { workspace: wId }
  const { usage } = await call.rest(table.getWorkspaceUsage, place)
  return {
    id: wId,
    w_id: wId,
    name,
    plan_id: "",
    plan_name: "",
    user_id: admins[0] ?? "",
    ws_admin: admins,
    ws_admin_users: admins.map((uId) => {
      const { username, email } = view.expect("users", uId)
      return { user_id: uId, user_name: username, email, access_key: "" }
    }),
    ws_usage: usage,
    languages: (["en", "ja"] as const).map((lang_cd) => ({ lang_cd, use: true, default: lang_cd === lang })),
    pwd_policy: { ...(await call.rest(table.getPasswordPolicy, place)), ...ALL_LANGUAGES },
    user_sessions: { use: false, default: false, session_timeout_sec: 0 },
    ws_functions: wsFunctions(workspace),
    app_functions: appFunctions(workspace),
    redirect: { redirect_url: "", is_apply_redirect_url_for_disabled_users: false },
    created_at: createdAt,
    updated_at: createdAt,
  }
}

const wsFunctions = ({ functionality }: Workspace) => ({
  ws_settings: {
    disable_archive: false,
    disable_change_name: false,
    disable_change_logo: false,
    disable_global_search: !functionality.useGlobalSearch,
    disable_password_policy: !functionality.usePasswordPolicy,
    disable_manage_admins: false,
  },
  task_queue: { show_task_list: 2 },
  new_workspaces: { new_workspace: functionality.useCreateWorkspace },
  group_settings: {
    disable_group_import: false,
    disable_user_import: false,
    disable_new_group: false,
    disable_group_roles: false,
  },
  developer_functions: {
    disable_beta: !functionality.useBeta,
    disable_generate_token: false,
    disable_developer_mode: false,
    show_access_keys: 0,
  },
})

const appFunctions = ({ functionality }: Workspace) => ({
  dashboards: {
    disable_edit_dash_items: !functionality.useDashboards,
    disable_edit_dashboards: !functionality.useDashboards,
  },
  app_templates: {
    disable_new_application: !functionality.useCreateApplication,
    disable_save_templates: false,
  },
  app_settings: {
    disable_role_settings: false,
    disable_program_extension: false,
    disable_left_menu_extension: false,
    disable_delete_application: false,
    disable_change_name: false,
    enable_field_values_validation: true,
    enable_action_validation: true,
  },
  csv_import: { use_qr_download: false, disable_csv_update: false, disable_replace_import: false },
  data_reports: {
    disable_save_reports: !functionality.useReports,
    disable_csv_downloads: false,
    disable_edit_reports: !functionality.useReports,
  },
  item_view: {
    disable_pin_items: false,
    disable_edit_fields: false,
    disable_edit_statuses: false,
    disable_pagination: false,
    disable_change_layouts: false,
    disable_edit_actions: false,
    hide_link_items: false,
  },
  datastores: {
    disable_status_update: false,
    disable_grid_view: false,
    disable_query: !functionality.useQueries,
    disable_db_settings: false,
    disable_borad_view: false,
  },
})

type Flags = Readonly<Record<string, boolean | null | undefined>> | null

/** The settings that `updateWorkspaceSettings` changes, in the form in which `workspace` returns them. */
export interface WorkspaceSettings {
  readonly payload: {
    readonly id?: string | null
    readonly w_id?: string | null
    readonly pwd_policy?: object | null
    readonly ws_functions?: {
      readonly ws_settings?: Flags
      readonly developer_functions?: Flags
      readonly new_workspaces?: { readonly new_workspace?: number | null } | null
    } | null
    readonly app_functions?: Readonly<Record<string, Flags>> | null
  }
}

/** Returns the functionality flags of a payload, which are the opposites of its `disable_…` members. */
export function functionalityIn({ ws_functions, app_functions }: WorkspaceSettings["payload"]): object {
  const enabled = (flags: Flags | undefined, name: string) => {
    const isDisabled = flags?.[name] ?? undefined
    return isDisabled === undefined ? undefined : !isDisabled
  }
  return defined({
    use_create_workspace: ws_functions?.new_workspaces?.new_workspace ?? undefined,
    use_password_policy: enabled(ws_functions?.ws_settings, "disable_password_policy"),
    use_global_search: enabled(ws_functions?.ws_settings, "disable_global_search"),
    use_beta: enabled(ws_functions?.developer_functions, "disable_beta"),
    use_create_application: enabled(app_functions?.app_templates, "disable_new_application"),
    use_queries: enabled(app_functions?.datastores, "disable_query"),
    use_reports: enabled(app_functions?.data_reports, "disable_edit_reports"),
    use_dashboards: enabled(app_functions?.dashboards, "disable_edit_dashboards"),
  })
}
