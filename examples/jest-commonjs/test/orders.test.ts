import { createWorld, DomainError } from "hexarium"
import { createClient } from "hexarium/client"
import { createApp } from "hexarium/http"
import { hexariumTest } from "hexarium/jest"

const fixture = "shop.yaml"
const test = hexariumTest({ fixture })
const orders = { application: "SHOP", datastore: "Orders" }

test("an order is numbered, and its payment sends a mail", async ({ as, world }) => {
  const bob = as("bob@shop.test")
  const { itemId } = await bob.createItem({ ...orders, item: { Total: 5 } })
  await bob.executeAction({ ...orders, itemId, actionId: "Pay", isForceUpdate: true })
  expect(world).toHaveItem({ ...orders, itemId, title: "O-0001", item: { Total: 5 } })
  expect(world).toHaveSentMail({ to: "ada@shop.test", kind: "notification" })
})

test("a script of the fixture refuses a negative total", async ({ as }) => {
  const create = as("bob@shop.test").createItem({ ...orders, item: { Total: -5 } })
  await expect(create).rejects.toBeInstanceOf(DomainError)
  await expect(create).rejects.toThrow("negative total")
})

test("code that takes a fetch receives the world's fetch", async ({ fetch, token }) => {
  const headers = { authorization: `Bearer ${await token("bob@shop.test")}`, "content-type": "application/json" }
  const body = JSON.stringify({ query: "{ __typename }" })
  const answer = await fetch("https://api.example.com/graphql", { method: "POST", headers, body })
  expect(await answer.json()).toEqual({ data: { __typename: "Query" } })
})

test("code that takes a base URL receives a server", async ({ url, token }) => {
  const headers = { authorization: `Bearer ${await token("bob@shop.test")}` }
  expect((await fetch(`${url}/api/v0/userinfo`, { headers })).status).toBe(200)
})

it("a world needs no test runner", async () => {
  const world = await createWorld({
    fixture: { version: 1, users: [{ email: "a@b.test", username: "A", password: "a" }], workspaces: [] },
  })
  const client = createClient({ app: createApp({ world }) })
  const { token } = await client.login({ body: { email: "a@b.test", password: "a" } })
  expect(token).toEqual(expect.any(String))
})
