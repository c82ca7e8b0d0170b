import { expect, test } from "vitest"
import { ACME, twoWorkspaces } from "../../sample-worlds/two-workspaces.ts"
import { workshop } from "../../sample-worlds/workshop.ts"
import { graphqlClient } from "../graphql-client.ts"
import { clientWorld } from "../items/client-world.ts"

const start = async () => {
  const shop = await workshop()
  const client = (name: string) => graphqlClient(shop.world, `${name}-token`)
  return { ...shop, client, ada: client("ada"), wId: shop.application("SHOP").wId }
}

test("getApplications lists the caller's applications by display order, with theme and position", async () => {
  const { ada, client, application, wId } = await start()
  const { pId } = application("SHOP")
  const shop = { application_id: pId, name: "Shop", display_id: "SHOP", theme: null, display_order: 1 }
  expect(await ada.root("getApplications", { workspaceId: wId })).toEqual([shop])
  await ada.root("updateProjectTheme", { payload: { project_id: pId, theme: "blue" } })
  expect(await ada.root("getApplications", { workspaceId: wId })).toEqual([{ ...shop, theme: "blue" }])
  const all = await client("bob").root("getApplications", { workspaceId: wId })
  expect(all.map((one: { display_id: string }) => one.display_id)).toEqual(["SHOP", "LAB"])
})

test("getApplicationAndDataStore adds the datastores that the caller sees", async () => {
  const { ada, client, wId, datastore } = await start()
  const [shop] = await ada.root("getApplicationAndDataStore", { workspaceId: wId })
  expect(shop.datastores).toEqual([
    { datastore_id: datastore("Orders").dId, name: "Orders", display_id: "Orders" },
    { datastore_id: datastore("Secrets").dId, name: "Secrets", display_id: "Secrets" },
  ])
  const [seen] = await client("cleo").root("getApplicationAndDataStore", { workspaceId: wId })
  expect(seen.datastores).toHaveLength(1)
})

test("getTemplates begins with the category General and its template blank", async () => {
  const { ada } = await start()
  const { enabled, categories } = await ada.root("getTemplates")
  expect(enabled).toBe(true)
  expect(categories[0]).toMatchObject({ category: "General", templates: [{ tp_id: "blank" }] })
})

test("applicationCreateProject creates an application that is listed at once, and keeps its template", async () => {
  const { ada, wId, world } = await start()
  const { project_id } = await ada.root("applicationCreateProject", {
    createProjectParams: { name: { en: "New", ja: "新" } },
  })
  const listed = await ada.root("getApplications", { workspaceId: wId })
  expect(listed.at(-1)).toEqual({
    application_id: project_id,
    name: "New",
    display_id: project_id,
    theme: null,
    display_order: 3,
  })
  expect(world.view().list("datastores", "datastoresByApplication", project_id)).toEqual([])
  expect(await ada.root("getInfoProject", { projectId: project_id })).toMatchObject({ template_id: null })
  const made = await ada.root("applicationCreateProject", {
    createProjectParams: { name: { en: "Blank" }, tp_id: "blank" },
  })
  expect(await ada.root("getInfoProject", { projectId: made.project_id })).toMatchObject({ template_id: "blank" })
})

test.each([[undefined], [{}], [{ name: {} }], [{ name: { en: " " } }]])(
  "applicationCreateProject refuses the parameters %j",
  async (createProjectParams) => {
    const { ada } = await start()
    const { extensions } = await ada.refused("applicationCreateProject", { createProjectParams })
    expect(extensions).toMatchObject({ code: "INVALID_PARAMS", status: 400 })
  },
)

test("getInfoProject has the name as a text", async () => {
  const { ada, application } = await start()
  const { pId, wId } = application("SHOP")
  const info = { p_id: pId, w_id: wId, name: "Shop", display_id: "SHOP", display_order: 1, template_id: null }
  for (const projectId of [pId, "SHOP"]) expect(await ada.root("getInfoProject", { projectId })).toEqual(info)
  expect((await ada.refused("getInfoProject", { projectId: "NONE" })).extensions.code).toBe("NOT_FOUND")
})

test("updateProjectName changes what the payload has, and nothing else", async () => {
  const { ada, application } = await start()
  const before = application("SHOP")
  const payload = { project_id: before.pId, project_name: { ja: "商店" }, project_displayid: null, theme: null }
  expect(await ada.root("updateProjectName", { payload })).toEqual({ success: true, data: null })
  expect(application("SHOP")).toEqual({ ...before, name: { en: "Shop", ja: "商店" } })
  await ada.root("updateProjectName", {
    payload: { project_id: before.pId, project_displayid: "STORE", theme: "white" },
  })
  expect(application("STORE")).toMatchObject({ theme: "white", name: { en: "Shop", ja: "商店" } })
  for (const change of [{ project_displayid: "LAB" }, { project_displayid: "a b" }, { theme: "red" }]) {
    const { extensions } = await ada.refused("updateProjectName", { payload: { project_id: before.pId, ...change } })
    expect(extensions).toMatchObject({ code: "INVALID_PARAMS", status: 400 })
  }
})

test("deleteProject needs ADMIN, and ends the application", async () => {
  const { ada, client, wId, application } = await start()
  const payload = { project_id: application("SHOP").pId }
  const refused = await client("bob").refused("deleteProject", { payload })
  expect(refused.extensions).toMatchObject({ code: "NO_PRIVILEGES", status: 403 })
  expect(await ada.root("deleteProject", { payload })).toEqual({ success: true, data: null })
  expect(await ada.root("getApplications", { workspaceId: wId })).toEqual([])
})

test("getProjectRolesAndMember has exactly the members that the client knows", async () => {
  const { ada, application, rId, world, wId } = await start()
  const { pId } = application("SHOP")
  const roles = await ada.root("getProjectRolesAndMember", { workspace_id: wId, project_id: pId })
  expect(roles.map((role: { display_id: string }) => role.display_id)).toEqual(["ADMIN", "MEMBER", "CLERK"])
  const cleo = world
    .view()
    .all("users")
    .find(({ email }) => email === "cleo@acme.test")
  const clerk = rId("CLERK")
  expect(roles[2]).toEqual({
    _key: clerk,
    id: clerk,
    r_id: clerk,
    display_id: "CLERK",
    name: "clerk",
    type: "CUSTOM",
    access_key: world.view().get("roles", clerk)?.accessKey,
    created_at: "2026-01-05T09:00:00.000Z",
    project_id: pId,
    members: [{ u_id: cleo?.uId, username: "Cleo", email: "cleo@acme.test" }],
  })
})

test("archiveWorkspace takes the workspace from all lists until it is restored", async () => {
  const world = await twoWorkspaces()
  const ada = graphqlClient(world, "ada-token")
  const ids = async () =>
    (await ada.root("workspaces")).workspaces.map((one: { workspace_id: string }) => one.workspace_id)
  const before = await ids()
  expect(await ada.root("archiveWorkspace", { payload: { w_id: ACME, archived: true } })).toEqual({ error: null })
  expect(await ids()).toEqual(before.filter((wId: string) => wId !== ACME))
  const selected = await ada.refused("setCurrentWorkSpace", { setCurrentWorkSpaceInput: { workspace_id: ACME } })
  expect(selected.extensions).toMatchObject({ code: "NOT_FOUND", status: 404 })
  await ada.root("archiveWorkspace", { payload: { w_id: ACME, archived: false } })
  expect(await ids()).toEqual(before)
})

test("addGroupTree makes the caller, or the named user, the group's only member", async () => {
  const { client, world, wId } = await start()
  const ned = client("ned")
  const { error, group } = await ned.root("addGroupTree", { payload: { name: "New", disable_ui_access: true } })
  expect(error).toBeNull()
  expect(group).toMatchObject({ name: "New", disable_ui_access: true, is_root: false, g_id: group.id })
  const members = async (groupId: string) =>
    (await ned.root("getUsersInGroup", { groupId })).members.map((one: { email: string }) => one.email)
  expect(await members(group.id)).toEqual(["ned@acme.test"])
  const cleo = world
    .view()
    .all("users")
    .find(({ email }) => email === "cleo@acme.test")?.uId
  const below = await ned.root("addGroupTree", {
    payload: { name: "Below", display_id: "BELOW", parent_g_id: group.id, user_id: cleo, workspace_id: wId },
  })
  expect(below.group.display_id).toBe("BELOW")
  expect(await members("BELOW")).toEqual(["cleo@acme.test"])
  const olga = world
    .view()
    .all("users")
    .find(({ email }) => email === "olga@globex.test")?.uId
  const { extensions } = await ned.refused("addGroupTree", { payload: { name: "X", user_id: olga } })
  expect(extensions).toMatchObject({ code: "INVALID_PARAMS", status: 400 })
})

test("updateWorkspaceSettings takes what workspace returned, and changes what differs", async () => {
  const world = await twoWorkspaces()
  const ada = graphqlClient(world, "ada-token")
  const before = await ada.root("workspace")
  const hash = world.hash()
  const { ws_admin_users, ws_usage, ...payload } = before
  const flat = { ...payload, ws_usage: undefined, ws_admin_users }
  expect(ws_usage).toBeDefined()
  expect(await ada.root("updateWorkspaceSettings", { payload: flat })).toEqual({ error: null })
  expect(world.hash()).toBe(hash)
  const app_functions = { ...before.app_functions, app_templates: { disable_new_application: true } }
  await ada.root("updateWorkspaceSettings", {
    payload: { w_id: ACME, name: "Apex", app_functions, pwd_policy: { use_min_length: true, min_length: 9 } },
  })
  const after = await ada.root("workspace")
  expect(after).toEqual({
    ...before,
    name: "Apex",
    app_functions: {
      ...before.app_functions,
      app_templates: { ...before.app_functions.app_templates, disable_new_application: true },
    },
    pwd_policy: { ...before.pwd_policy, use_min_length: true, min_length: 9 },
  })
})

test("getApplicationProjectIdSetting returns both names, and refuses as GetApplicationSettings does", async () => {
  const { as, id } = await clientWorld()
  const applicationId = id("application SHOP")
  for (const given of [applicationId, "SHOP"]) {
    expect(await as("bob").root("getApplicationProjectIdSetting", { applicationId: given })).toEqual({
      p_id: applicationId,
      id: applicationId,
      name: { en: "Shop", ja: "Shop" },
      display_id: "SHOP",
      created_at: "2026-01-05T09:00:00.000Z",
      updated_at: "2026-01-05T09:00:00.000Z",
    })
  }
  const refused = await as("ada").refused("getApplicationProjectIdSetting", { applicationId: "NOTHING" })
  expect(refused.extensions).toMatchObject({ code: "NOT_FOUND", status: 404 })
})
