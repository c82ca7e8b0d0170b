import { expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { createWorld } from "../../src/world/index.ts"
import { fixtureOf } from "../sample-worlds/fixture-builder.ts"
import { people } from "../sample-worlds/people.ts"
import { graphqlClient } from "./graphql-client.ts"

test("the roots of a query run one after another (graphql.md section 1.1)", async () => {
  const { world } = await people()
  const { data } = await graphqlClient(world, "ada-token").send(`{
    a: updateGroup(groupId: "SALES", payload: { name: "One" }) { group { name } }
    b: workspaceGetGroupChildren(groupId: "SALES") { group { name } }
    c: updateGroup(groupId: "SALES", payload: { name: "Two" }) { group { name } }
    d: workspaceGetGroupChildren(groupId: "SALES") { group { name } }
  }`)
  const names = ["a", "b", "c", "d"].map((key) => data[key].group.name)
  expect(names).toEqual(["One", "One", "Two", "Two"])
})

test.each([
  ["query", 'updateGroup(groupId: "SALES", payload: { name: "Late" }) { count }'],
  ["mutation", 'createWorkspace(createWorkSpaceInput: { name: "Late" }) { w_id }'],
])("after a refused root of a %s, no other root runs, and data is null", async (kind, write) => {
  const { world } = await people()
  const before = world.hash
  const refused =
    kind === "query"
      ? 'deleteGroup(groupId: "missing") { error }'
      : 'setCurrentWorkSpace(setCurrentWorkSpaceInput: { workspace_id: "missing" }) { success }'
  const { data, errors } = await graphqlClient(world, "ada-token").send(`${kind} { a: ${refused} b: ${write} }`)
  expect(data).toBe(null)
  expect(errors).toHaveLength(1)
  expect(errors[0]).toMatchObject({ path: ["a"], extensions: { code: "NOT_FOUND", status: 404 } })
  expect(world.hash).toBe(before)
})

test("a refused root of a nullable type is null, and the other roots run", async () => {
  const { world, wId } = await people()
  const { data, errors } = await graphqlClient(world, "ada-token").send(
    `{ taskGetQueueList(workspaceId: "${wId("Globex")}") workspaces { current_workspace_id } }`,
  )
  expect(data).toEqual({ taskGetQueueList: null, workspaces: { current_workspace_id: wId("Acme") } })
  expect(errors.map(({ path }) => path)).toEqual([["taskGetQueueList"]])
})

test("each root checks the token when it runs", async () => {
  const { world } = await people()
  const { data, errors } = await graphqlClient(world, "bob-token").send(
    "mutation { a: logout { success } b: logout { success } }",
  )
  expect(data).toBe(null)
  expect(errors).toEqual([expect.objectContaining({ message: "TOKEN_INVALID", path: ["b"] })])
})

test("variables that the operation does not declare are ignored, also with --strict", async () => {
  const { world } = await people()
  const app = createApp({ world, strict: true })
  const { data } = await graphqlClient(app, "ada-token").send("{ getGroupTree { error } }", { workspaceId: "any" })
  expect(data).toEqual({ getGroupTree: { error: null } })
})

test.each([
  [false, 200],
  [true, 400],
])("strict %s: an unknown property of the request gets %i", async (strict, status) => {
  const { world } = await people()
  const app = createApp({ world, strict })
  const send = (more: object) =>
    app.fetch("/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: "{ __typename }", ...more }),
    })
  expect((await send({ extensions: {}, operationName: null })).status).toBe(200)
  expect((await send({ querry: 1 })).status).toBe(status)
})

test("a single value counts as a list of one", async () => {
  const { world } = await people()
  const invited = await graphqlClient(world, "ada-token").root("postInviteUsers", {
    payload: { domain: "app.test", users: { email: "pat@acme.test" } },
  })
  expect(invited).toMatchObject([{ email: "pat@acme.test", stats: 200 }])
})

test("token, place and privilege are refused before wrong input (errors.md section 2)", async () => {
  const { world, wId } = await people()
  const statusOf = async (token: string, workspace: string) => {
    const payload = { w_id: workspace, pwd_policy: { pattern_check_type: 7 } }
    return (await graphqlClient(world, token).refused("updateWorkspaceSettings", { payload })).extensions.status
  }
  expect(await statusOf("ada-token", wId("Acme"))).toBe(400)
  expect(await statusOf("bob-token", wId("Acme"))).toBe(403)
  expect(await statusOf("ada-token", "nowhere")).toBe(404)
  expect(await statusOf("unknown-token", "nowhere")).toBe(401)
})

const TEXT = "x".repeat(60_000)

test("a response of more than 64 MiB is refused with the advice to request less", async () => {
  const items = Array.from({ length: 1200 }, () => ({ values: { Text: TEXT } }))
  const datastores = { DOCS: { fields: { Text: { name: "Text", dataType: "textarea" as const } }, items } }
  const world = await createWorld({ fixture: fixtureOf({ datastores }) })
  const client = graphqlClient(world, "ada-token")
  const page = (per_page: number) => ({ datastoreId: "DOCS", getItemsParameters: { page: 1, per_page } })
  expect((await client.root("datastoreGetDatastoreItems", page(100))).items).toHaveLength(100)
  const { message, extensions } = await client.refused("datastoreGetDatastoreItems", page(0))
  expect(message).toContain("64 MiB")
  expect(extensions).toMatchObject({ code: "INVALID_PARAMS", status: 400 })
})
