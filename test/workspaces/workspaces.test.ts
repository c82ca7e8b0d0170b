import { describe, expect, test } from "vitest"
import { apiClient } from "../conformance.ts"
import { ACME, BETA, twoWorkspaces } from "../worlds/two-workspaces.ts"

describe("GetWorkspaces (api.md section 10)", () => {
  test("the caller's workspaces in creation order, and the current one", async () => {
    const world = await twoWorkspaces()
    expect((await apiClient(world, "ada-token").getWorkspaces()).body).toEqual({
      workspaces: [
        { workspace_id: ACME, workspace_name: "Acme" },
        { workspace_id: BETA, workspace_name: "Beta" },
      ],
      current_workspace_id: ACME,
    })
    expect((await apiClient(world, "bob-token").getWorkspaces()).body).toEqual({
      workspaces: [{ workspace_id: BETA, workspace_name: "Beta" }],
      current_workspace_id: BETA,
    })
  })

  test("nothing for a user who is in no workspace", async () => {
    const { body } = await apiClient(await twoWorkspaces(), "nina-token").getWorkspaces()
    expect(body).toEqual({ workspaces: [], current_workspace_id: "" })
  })

  test("no token → 401", async () => {
    const { status, body } = await apiClient(await twoWorkspaces()).getWorkspaces()
    expect(status).toBe(401)
    expect(body).toEqual({ error: "TOKEN_INVALID", error_code: "UNAUTHORIZED", description: "no token" })
  })
})

describe("GetCurrentWorkspace", () => {
  test("the current workspace", async () => {
    const { body } = await apiClient(await twoWorkspaces(), "ada-token").getCurrentWorkspace()
    expect(body).toEqual({ workspace_id: ACME })
  })

  test("as not found for a user who is in none", async () => {
    const { status, body } = await apiClient(await twoWorkspaces(), "nina-token").getCurrentWorkspace()
    expect(status).toBe(404)
    expect(body).toMatchObject({ error_code: "NOT_FOUND" })
  })
})

describe("SelectWorkspace", () => {
  test("is kept per user, not per token", async () => {
    const world = await twoWorkspaces()
    const api = apiClient(world, "ada-token")
    const { status, body } = await api.selectWorkspace({ params: { "workspace-id": BETA } })
    expect([status, body]).toEqual([200, null])
    const { body: login } = await api.login({ body: { email: "ada@acme.test", password: "ada-pass" } })
    expect((await apiClient(world, login.token).getCurrentWorkspace()).body).toEqual({ workspace_id: BETA })
    expect((await apiClient(world, "bob-token").getCurrentWorkspace()).body).toEqual({ workspace_id: BETA })
  })

  test("display IDs are looked for in the selected workspace from then on", async () => {
    const api = apiClient(await twoWorkspaces(), "ada-token")
    const notes = { params: { "app-id": "Third", "datastore-id": "Notes" } }
    expect((await api.getDatastoreFields(notes)).status).toBe(404)
    await api.selectWorkspace({ params: { "workspace-id": BETA } })
    expect((await api.getDatastoreFields(notes)).status).toBe(200)
  })

  test("selecting the current one changes nothing", async () => {
    const world = await twoWorkspaces()
    const before = world.hash()
    const { status } = await apiClient(world, "ada-token").selectWorkspace({ params: { "workspace-id": ACME } })
    expect(status).toBe(200)
    expect(world.hash()).toBe(before)
  })

  test.each([
    ["not a member", "bob-token", ACME, 403, "NO_PRIVILEGES"],
    ["workspace-only user, foreign workspace", "eve-token", ACME, 403, "NO_PRIVILEGES"],
    ["unknown", "ada-token", "cccccccccccccccccccccccc", 404, "NOT_FOUND"],
    ["names are no IDs", "ada-token", "Beta", 404, "NOT_FOUND"],
  ])("%s", async (_, token, workspace, status, code) => {
    const world = await twoWorkspaces()
    const before = world.hash()
    const answer = await apiClient(world, token).selectWorkspace({ params: { "workspace-id": workspace } })
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ error_code: code })
    expect(world.hash()).toBe(before)
  })

  test("without HTTP", async () => {
    const world = await twoWorkspaces()
    const ada = world.as("ada@acme.test")
    await ada.selectWorkspace({ workspace: BETA })
    expect((await ada.getCurrentWorkspace()).name).toBe("Beta")
    await expect(world.as("bob@acme.test").selectWorkspace({ workspace: ACME })).rejects.toMatchObject({
      code: "NO_PRIVILEGES",
    })
  })
})
