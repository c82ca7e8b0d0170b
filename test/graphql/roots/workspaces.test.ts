import { expect, test } from "vitest"
import { people } from "../../sample-worlds/people.ts"
import { graphqlClient } from "../graphql-client.ts"

test("workspaces lists the caller's workspaces, and setCurrentWorkSpace selects one", async () => {
  const { world, wId } = await people()
  const erin = graphqlClient(world, "erin-token")
  expect(await erin.root("workspaces")).toEqual({
    current_workspace_id: wId("Acme"),
    workspaces: [
      { workspace_id: wId("Acme"), workspace_name: "Acme" },
      { workspace_id: wId("Globex"), workspace_name: "Globex" },
    ],
  })
  const setCurrentWorkSpaceInput = { workspace_id: wId("Globex") }
  expect(await erin.root("setCurrentWorkSpace", { setCurrentWorkSpaceInput })).toEqual({ success: true, data: null })
  expect(await erin.root("workspaceCurrent")).toEqual({ workspace_id: wId("Globex") })
})

test("setCurrentWorkSpace refuses a workspace of others", async () => {
  const { world, wId } = await people()
  const select = (workspace_id: string) =>
    graphqlClient(world, "ada-token").refused("setCurrentWorkSpace", { setCurrentWorkSpaceInput: { workspace_id } })
  expect((await select(wId("Globex"))).extensions).toMatchObject({ code: "NO_PRIVILEGES", status: 403 })
  expect((await select("nowhere")).extensions).toMatchObject({ code: "NOT_FOUND", status: 404 })
})

test("workspace describes the current workspace (graphql.md section 3.3)", async () => {
  const { world, wId, uId } = await people()
  const workspace = await graphqlClient(world, "olga-token").root("workspace")
  const created = world.view().expect("workspaces", wId("Globex") as never).createdAt
  expect(workspace).toMatchObject({
    id: wId("Globex"),
    w_id: wId("Globex"),
    name: "Globex",
    plan_id: "",
    plan_name: "",
    user_id: uId("olga@globex.test", "O-1"),
    ws_admin: [uId("olga@globex.test", "O-1")],
    ws_admin_users: [
      { user_id: uId("olga@globex.test", "O-1"), user_name: "Olga", email: "olga@globex.test", access_key: "" },
    ],
    ws_usage: { users: 2, users_limit: 3 },
    languages: [
      { lang_cd: "en", use: true, default: true },
      { lang_cd: "ja", use: true, default: false },
    ],
    pwd_policy: { use_language_en: true, use_language_ja: true, min_length: 6 },
    user_sessions: { use: false, default: false, session_timeout_sec: 0 },
    redirect: { redirect_url: "", is_apply_redirect_url_for_disabled_users: false },
    created_at: created,
    updated_at: created,
    ws_functions: {
      ws_settings: { disable_global_search: false, disable_archive: false },
      new_workspaces: { new_workspace: 1 },
      developer_functions: { disable_beta: true, show_access_keys: 0 },
      task_queue: { show_task_list: 2 },
      group_settings: { disable_new_group: false },
    },
    app_functions: {
      app_settings: { enable_field_values_validation: true, disable_change_name: false },
      datastores: { disable_query: false },
      dashboards: { disable_edit_dashboards: false },
    },
  })
})

test("the functions of workspace are those of the functionality flags", async () => {
  const off = { use_reports: false, use_queries: false, use_dashboards: false, use_create_application: false }
  const { createWorld } = await import("../../../src/world/index.ts")
  const world = await createWorld({
    fixture: {
      version: 1,
      users: [{ email: "a@a.test", token: "a" }],
      workspaces: [
        {
          name: "W",
          admins: ["a@a.test"],
          functionality: { ...off, use_global_search: false, use_password_policy: false, use_beta: true },
          group: { group_id: "W", name: "W", members: ["a@a.test"] },
        },
      ],
    },
  })
  const { ws_functions, app_functions } = await graphqlClient(world, "a").root("workspace")
  expect(ws_functions.ws_settings).toMatchObject({ disable_global_search: true, disable_password_policy: true })
  expect(ws_functions.developer_functions.disable_beta).toBe(false)
  expect(app_functions).toMatchObject({
    app_templates: { disable_new_application: true, disable_save_templates: false },
    data_reports: { disable_edit_reports: true, disable_save_reports: true, disable_csv_downloads: false },
    datastores: { disable_query: true },
    dashboards: { disable_edit_dashboards: true, disable_edit_dash_items: true },
  })
})

test("workspace refuses a user without a workspace with NOT_FOUND", async () => {
  const { createWorld } = await import("../../../src/world/index.ts")
  const world = await createWorld({
    fixture: {
      version: 1,
      users: [{ email: "a@a.test" }, { email: "b@b.test", token: "b" }],
      workspaces: [{ name: "W", admins: ["a@a.test"], group: { group_id: "W", name: "W", members: ["a@a.test"] } }],
    },
  })
  expect((await graphqlClient(world, "b").refused("workspace")).extensions).toMatchObject({ code: "NOT_FOUND" })
})

test("createWorkspace keeps the current workspace", async () => {
  const { world, wId } = await people()
  const ada = graphqlClient(world, "ada-token")
  const { w_id } = await ada.root("createWorkspace", { createWorkSpaceInput: { name: "Second" } })
  expect(await ada.root("workspaceCurrent")).toEqual({ workspace_id: wId("Acme") })
  expect((await ada.root("workspaces")).workspaces).toContainEqual({ workspace_id: w_id, workspace_name: "Second" })
})

test("workspacePasswordPolicy returns the rules", async () => {
  const { world, wId } = await people()
  const policy = await graphqlClient(world, "sam-token").root("workspacePasswordPolicy", {
    workingspaceId: wId("Strict"),
  })
  expect(policy).toMatchObject({ use_expired_day: true, use_min_length: true, use_language_en: true })
})

test("workspaceFunctionality returns the flags", async () => {
  const { world, wId } = await people()
  const flags = await graphqlClient(world, "olga-token").root("workspaceFunctionality", {
    workingspaceId: wId("Globex"),
  })
  expect(flags).toMatchObject({
    w_id: wId("Globex"),
    ws_functions: { use_create_workspace: 1 },
    app_functions: { use_reports: true },
  })
})

test("workspaceUsage counts in the given workspace, by default in the current one", async () => {
  const { world, wId } = await people()
  const erin = graphqlClient(world, "erin-token")
  expect(await erin.root("workspaceUsage")).toMatchObject({ w_id: wId("Acme") })
  expect(await erin.root("workspaceUsage", { workingspaceId: wId("Globex") })).toMatchObject({
    w_id: wId("Globex"),
    usage: { users: 2, users_limit: 3 },
  })
})

test("taskGetQueueList and taskGetQueueTaskStatus show tasks of the given workspace", async () => {
  const { world, wId, as } = await people()
  const ada = graphqlClient(world, "ada-token")
  await as("ada").saveTemplate({ body: { project_id: "CRM", name: "T" } as never })
  const tasks = await ada.root("taskGetQueueList")
  const [qt_id] = Object.keys(tasks)
  expect(tasks[String(qt_id)]).toMatchObject({ qt_id, category: "SAVETEMPLATE" })
  const place = { workspaceId: wId("Acme") }
  expect(await ada.root("taskGetQueueTaskStatus", { taskId: qt_id, ...place })).toMatchObject({
    qt_id,
    status: { id: expect.any(Number) },
    metadata: { w_id: wId("Acme") },
  })
  const bob = graphqlClient(world, "bob-token")
  expect(await bob.root("taskGetQueueList", { queryTaskList: { all: "false" } })).toEqual({})
  expect(Object.keys(await bob.root("taskGetQueueList", { queryTaskList: { all: "true" } }))).toEqual([qt_id])
  expect(await bob.root("taskGetQueueList", { queryTaskList: { all: "true", category: "IMPORT" } })).toEqual({})
  const missing = await ada.refused("taskGetQueueTaskStatus", { taskId: "nothing", ...place })
  expect(missing.extensions).toMatchObject({ code: "NOT_FOUND", status: 404 })
  const elsewhere = await ada.refused("taskGetQueueList", { workspaceId: wId("Globex") })
  expect(elsewhere.extensions.status).toBe(403)
  const erin = graphqlClient(world, "erin-token")
  expect(await erin.root("taskGetQueueList", { workspaceId: wId("Globex"), queryTaskList: { all: "1" } })).toEqual({})
})
