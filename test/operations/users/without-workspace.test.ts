import { expect, test } from "vitest"
import { createApp } from "../../../emulator/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { type Answered, apiClient } from "../../conformance.ts"
import { peopleFixture } from "../../sample-worlds/people.ts"

const file = new File(["Email\n"], "users.csv")
const NAMED_USER = "90a000000000000000000001"
const APP = { "app-id": "CRM" }
const DEALS = { ...APP, "datastore-id": "Deals" }

test("returns 404 to a user without any workspace, and 403 where the path names a workspace (errors.md section 2)", async () => {
  const users = [...peopleFixture.users, { email: "lone@some.test", password: "lone-pass", token: "lone-token" }]
  const world = await createWorld({ fixture: { ...peopleFixture, users } })
  const lone = apiClient(createApp({ world }), "lone-token")
  const calls: Record<string, () => Promise<{ readonly status: number }>> = {
    userInvite: () => lone.userInvite({ body: { users: [{ email: "bob@acme.test" }], domain: "x.test" } }),
    getUserInfoByAdmin: () => lone.getUserInfoByAdmin({ query: { email: "bob@acme.test" } }),
    resetUserPassword: () => lone.resetUserPassword({ body: { email: "bob@acme.test" } }),
    userImport: () => lone.userImport({ form: { current_workspace_id: NAMED_USER, filename: "users.csv", file } }),
    addUser: () => lone.addUser({ body: { email: "new@some.test", g_id: "SALES" } }),
    addUserNowhere: () => lone.addUser({ body: { email: "new@some.test" } } as never),
    getCurrentWorkspace: () => lone.getCurrentWorkspace(),
    getGroupTree: () => lone.getGroupTree(),
    createApplication: () => lone.createApplication({ body: { name: { en: "Mine" } } }),
    getTemplates: () => lone.getTemplates(),
    downloadTemplate: () => lone.downloadTemplate({ params: { "template-id": "blank" } }),
    getTasks: () => lone.getTasks(),
    globalSearch: () => lone.globalSearch({ body: { query: "x" } }),
    getRoles: () => lone.getRoles({ params: APP }),
    getDatastores: () => lone.getDatastores({ params: { "project-id": "CRM" } }),
    itemList: () => lone.itemList({ params: DEALS, body: {} }),
    deleteItemByConditions: () => lone.deleteItemByConditions({ params: DEALS, body: {} }),
  }
  const wId =
    world
      .view()
      .all("workspaces")
      .find(({ name }) => name === "Acme")?.wId ?? ""
  const inPath: Record<string, () => Promise<{ readonly status: number }>> = {
    getWorkspaceUsage: () => lone.getWorkspaceUsage({ params: { "workspace-id": wId } }),
    getWorkspaceFunctionality: () => lone.getWorkspaceFunctionality({ params: { "workspace-id": wId } }),
    getPasswordPolicy: () => lone.getPasswordPolicy({ params: { "workspace-id": wId } }),
    getApplicationsAndDatastores: () => lone.getApplicationsAndDatastores({ params: { "workspace-id": wId } }),
    getUsersInWorkspace: () => lone.getUsersInWorkspace({ params: { "workspace-id": wId } }),
    createTopGroup: () => lone.createTopGroup({ params: { "workspace-id": wId }, body: { name: "G" } }),
    selectWorkspace: () => lone.selectWorkspace({ params: { "workspace-id": wId } }),
  }
  for (const [name, call] of Object.entries(inPath)) {
    const { status, body } = (await call()) as Answered<unknown>
    expect([name, status, body]).toEqual([name, 403, expect.objectContaining({ error_code: "NO_PRIVILEGES" })])
  }
  const unknown = await lone.getWorkspaceUsage({ params: { "workspace-id": "f".repeat(24) } })
  expect(unknown.status).toBe(404)
  const answered: Record<string, number> = {}
  for (const [name, call] of Object.entries(calls)) answered[name] = (await call()).status
  expect(answered).toEqual(Object.fromEntries(Object.keys(calls).map((name) => [name, 404])))
})
