import { expect, test } from "vitest"
import { createApp } from "../../emulator/index.ts"
import { people } from "../sample-worlds/people.ts"
import { graphqlClient } from "./graphql-client.ts"

async function planFault(fault: object) {
  const { world } = await people()
  const app = createApp({ world })
  const response = await app.fetch("/_hexarium/worlds/main/faults", {
    method: "POST",
    headers: { "content-type": "application/json", "x-hexarium": "1" },
    body: JSON.stringify(fault),
  })
  expect(response.status).toBe(200)
  return { world, app, ada: graphqlClient(app, "ada-token") }
}

test.each(["workspaces", "GetWorkspaces", "getWorkspaces", "*"])(
  "a fault of %s meets the root workspaces once (graphql.md section 1.4)",
  async (operation) => {
    const { ada } = await planFault({ operation, status: 503 })
    const first = await ada.send("{ userInfo { u_id } workspaces { current_workspace_id } }")
    expect(first.status).toBe(503)
    expect(first.errors).toEqual([{ message: "SYSTEM_ERROR", extensions: { code: "SYSTEM_ERROR", status: 503 } }])
    expect((await ada.send("{ workspaces { current_workspace_id } }")).status).toBe(200)
  },
)

test("a fault of another operation does not meet the request", async () => {
  const { ada } = await planFault({ operation: "GetUserInfo", status: 503 })
  expect((await ada.send("{ workspaces { current_workspace_id } }")).status).toBe(200)
})

test("the body of a fault is the response", async () => {
  const { app } = await planFault({ operation: "workspaces", status: 418, body: { teapot: true } })
  const response = await app.fetch("/graphql", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: "{ workspaces { current_workspace_id } }" }),
  })
  expect([response.status, await response.json()]).toEqual([418, { teapot: true }])
})

test("a fault may cut the connection", async () => {
  const { ada } = await planFault({ operation: "workspaces", disconnect: true })
  await expect(ada.send("{ workspaces { current_workspace_id } }")).rejects.toThrow(/closed the connection/)
})

test("a failing store makes the root of a write fail, and changes nothing", async () => {
  const { world, ada } = await planFault({ operation: "updateGroup", store_failure: "rolled_back" })
  const { errors } = await ada.send('{ updateGroup(groupId: "SALES", payload: { name: "Sold" }) { count } }')
  expect(errors[0]?.extensions).toMatchObject({ code: "SYSTEM_ERROR" })
  expect(
    world
      .view()
      .table("groups")
      .toArray()
      .some(({ name }) => name === "Sold"),
  ).toBe(false)
})

test("world.faults accepts roots when a server serves the world", async () => {
  const world = (await people()).world.fork()
  expect(() => world.faults.plan({ operation: "datastoreUpdateItem", status: 500 })).toThrow(/unknown operation/)
  createApp({ world })
  expect(await world.faults.plan({ operation: "datastoreUpdateItem", status: 500 })).toMatchObject({
    operation: "datastoreUpdateItem",
  })
})
