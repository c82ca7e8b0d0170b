import { expect, test } from "vitest"
import { createWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { ACME, BETA, twoWorkspaces, twoWorkspacesFixture } from "../../sample-worlds/two-workspaces.ts"

const of = (workspace: string) => ({ params: { "workspace-id": workspace } })

test("applications in which the caller holds a role, by display order, with the datastores their roles show", async () => {
  const { body } = await apiClient(await twoWorkspaces(), "ada-token").getApplicationsAndDatastores(of(ACME))
  expect(body.map(({ name, display_id }) => [name, display_id])).toEqual([
    ["First", "First"],
    ["Second", "Second"],
  ])
  expect(body[0]?.datastores).toEqual([])
  expect(body[1]?.datastores).toEqual([
    { datastore_id: expect.stringMatching(/^[0-9a-f]{24}$/), name: "Open", display_id: "Open" },
  ])
})

test("a workspace that is not the current one, with the roles held there", async () => {
  const { body } = await apiClient(await twoWorkspaces(), "ada-token").getApplicationsAndDatastores(of(BETA))
  expect(body.map(({ name, datastores }) => [name, datastores.map((one) => one.name)])).toEqual([
    ["Third of Beta", ["メモ"]],
  ])
})

test("names in the world's language", async () => {
  const world = await createWorld({ fixture: { ...twoWorkspacesFixture, settings: { lang: "ja" } } })
  const { body } = await apiClient(world, "ada-token").getApplicationsAndDatastores(of(ACME))
  expect(body.map(({ name }) => name)).toEqual(["First", "第二"])
})

test("a member without roles sees nothing", async () => {
  const { body } = await apiClient(await twoWorkspaces(), "eve-token").getApplicationsAndDatastores(of(BETA))
  expect(body).toEqual([])
})

test.each([
  ["not a member", "bob-token", ACME, 403],
  ["unknown", "ada-token", "cccccccccccccccccccccccc", 404],
  ["no token", undefined, ACME, 401],
])("%s → %s", async (_, token, workspace, status) => {
  const world = await twoWorkspaces()
  expect((await apiClient(world, token).getApplicationsAndDatastores(of(workspace))).status).toBe(status)
})
