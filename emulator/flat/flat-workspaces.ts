import type { TaskAnswer } from "../../src/inside.ts"
import type { WireClient } from "../wire-client.ts"
import { asId, instantOrNull } from "./natural-answers.ts"
import type { ItemReader } from "./read-items.ts"
import { readPlacedApplication, readRole } from "./seen/seen-settings.ts"
import type { FlatOperations } from "./words.ts"

type WorkspaceName =
  | "getWorkspaces"
  | "getCurrentWorkspace"
  | "selectWorkspace"
  | "createNewWorkspace"
  | "getPasswordPolicy"
  | "getWorkspaceUsage"
  | "getWorkspaceFunctionality"
  | "getApplicationsAndDatastores"
  | "createApplication"
  | "getApplicationSettings"
  | "getApplicationOfDatastore"
  | "getApplicationAndDatastore"
  | "executeFunction"
  | "getTemplates"
  | "saveTemplate"
  | "uploadTemplate"
  | "downloadTemplate"
  | "getTasks"

const workspaceOf = ({ workspace }: { readonly workspace: string }) => ({ params: { "workspace-id": workspace } })

/** Workspaces, applications and templates in flat words (api.md sections 10, 13 and 14). */
export function flatWorkspaces(api: WireClient, items: ItemReader): Pick<FlatOperations, WorkspaceName> {
  return {
    async getWorkspaces() {
      const { workspaces, current_workspace_id } = await api.getWorkspaces()
      return {
        workspaces: workspaces.map(({ workspace_id, workspace_name }) => ({
          wId: asId(workspace_id),
          name: workspace_name,
        })),
        currentWId: current_workspace_id === "" ? null : asId(current_workspace_id),
      }
    },

    getCurrentWorkspace: async () => ({ wId: asId((await api.getCurrentWorkspace()).workspace_id) }),

    async selectWorkspace(place) {
      await api.selectWorkspace(workspaceOf(place))
    },

    createNewWorkspace: async ({ name }) => ({ wId: asId((await api.createNewWorkspace({ body: { name } })).w_id) }),

    async getPasswordPolicy(place) {
      const policy = await api.getPasswordPolicy(workspaceOf(place))
      return {
        useExpiredDay: policy.use_expired_day,
        useLockoutCount: policy.use_lockout_count,
        useLockoutTime: policy.use_lockout_time,
        useMinLength: policy.use_min_length,
        usePatternCheck: policy.use_pattern_check,
        useSameLimit: policy.use_same_limit,
        expiredDay: policy.expired_day,
        lockoutCount: policy.lockout_count,
        lockoutTime: policy.lockout_time,
        minLength: policy.min_length,
        patternCheckType: policy.pattern_check_type === 2 ? 2 : policy.pattern_check_type === 1 ? 1 : 0,
        sameLimit: policy.same_limit,
      }
    },

    async getWorkspaceUsage(place) {
      const { w_id, usage } = await api.getWorkspaceUsage(workspaceOf(place))
      return {
        wId: asId(w_id),
        users: usage.users,
        storageMb: usage.storage,
        datastores: usage.datastores,
        items: usage.items,
        limits: { users: usage.users_limit, datastores: usage.datastores_limit, storageMb: usage.storage_limit },
      }
    },

    async getWorkspaceFunctionality(place) {
      const { w_id, ws_functions, app_functions } = await api.getWorkspaceFunctionality(workspaceOf(place))
      return {
        wId: asId(w_id),
        useCreateWorkspace: ws_functions.use_create_workspace,
        usePasswordPolicy: ws_functions.use_password_policy,
        useGlobalSearch: ws_functions.use_global_search,
        useBeta: ws_functions.use_beta,
        useCreateApplication: app_functions.use_create_application,
        useQueries: app_functions.use_queries,
        useReports: app_functions.use_reports,
        useDashboards: app_functions.use_dashboards,
      }
    },

    async getApplicationsAndDatastores(place) {
      const applications = await api.getApplicationsAndDatastores(workspaceOf(place))
      return {
        applications: applications.map(({ application_id, display_id, name, datastores }) => ({
          pId: asId(application_id),
          displayId: display_id,
          name,
          datastores: datastores.map((one) => ({
            dId: asId(one.datastore_id),
            displayId: one.display_id ?? "",
            name: one.name,
          })),
        })),
      }
    },

    async createApplication({ name, templateId }) {
      const names = typeof name === "string" ? { en: name, ja: name } : name
      return { pId: asId((await api.createApplication({ body: { name: names, tp_id: templateId } })).project_id) }
    },

    async getApplicationSettings({ application }) {
      const settings = await api.getApplicationSettings({ params: { "project-id": application } })
      return {
        pId: asId(settings.application_id),
        displayId: settings.display_id,
        name: settings.name,
        roles: settings.roles.map(readRole),
        datastores: settings.datastores.map(({ datastore_id, display_id, name }) => ({
          dId: asId(datastore_id),
          displayId: display_id,
          name,
        })),
      }
    },

    async getApplicationOfDatastore(place) {
      return readPlacedApplication(await api.getApplicationOfDatastore({ params: await items.datastoreAlone(place) }))
    },

    async getApplicationAndDatastore(place) {
      const found = await api.getApplicationAndDatastore({ params: await items.datastoreAlone(place) })
      const { d_id, display_id, name } = found.datastore
      return {
        application: readPlacedApplication(found.project),
        datastore: { dId: asId(d_id), displayId: display_id, name },
      }
    },

    async executeFunction({ application, function: name, params }) {
      const place = { "project-id": application, "function-id": name }
      return api.executeFunction({ params: place, body: params })
    },

    getTemplates: async () => ({
      categories: (await api.getTemplates()).categories.map(({ category, templates }) => ({
        category,
        templates: templates.map(({ tp_id, name, description }) => ({ tpId: tp_id, name, description })),
      })),
    }),

    async saveTemplate({ application, name, category, description, includeHistories }) {
      const { tp_id, stream_id } = await api.saveTemplate({
        body: { project_id: application ?? "", name, category, description, include_histories: includeHistories },
      })
      return { tpId: tp_id, streamId: stream_id }
    },

    async uploadTemplate({ name, category, description, archive }) {
      const file = new Blob([new Uint8Array(archive)], { type: "application/zip" })
      return { streamId: (await api.uploadTemplate({ form: { name, category, description }, file })).stream_id }
    },

    async downloadTemplate({ template }) {
      const { filename, bytes } = await api.downloadTemplate({ params: { "template-id": template } })
      return { name: (filename ?? "").replace(/\.zip$/, ""), bytes }
    },

    async getTasks({ category, all, streamId } = {}) {
      const tasks = await api.getTasks({ query: { category, all, stream_id: streamId } })
      return {
        tasks: Object.values(tasks).map((task) => ({
          qtId: asId(task.qt_id),
          category: task.category as TaskAnswer["category"],
          status: task.status.name as TaskAnswer["status"],
          createdAt: task.created_at,
          startedAt: instantOrNull(task.started_at),
          finishedAt: instantOrNull(task.finished_at),
        })),
      }
    },
  }
}
