import { expect } from "@jest/globals"
import { hexariumTest } from "hexarium/jest"

const test = hexariumTest({ fixture: new URL("../shop.yaml", import.meta.url) })
const orders = { application: "SHOP", datastore: "Orders" }
const path = "/api/v0/applications/SHOP/datastores/Orders/items"

test("who administers the shop is told of a payment", async ({ as, mail }) => {
  const bob = as("bob@shop.test")
  const { itemId } = await bob.createItem({ ...orders, item: { Total: 5 } })
  await bob.executeAction({ ...orders, itemId, actionId: "Pay", isForceUpdate: true })
  expect(mail.list({ kind: "notification" })).toMatchObject([{ to: "ada@shop.test" }])
})

test("every test begins anew: the first order is number one", async ({ client }) => {
  const { item } = await client("bob@shop.test").createItem({
    params: { "app-id": "SHOP", "datastore-id": "Orders" },
    body: { item: { Total: 3 }, return_item_result: true, return_display_id: true },
  })
  expect(item?.No).toBe("O-0001")
})

test("code that takes a fetch is given the world's", async ({ fetch, token }) => {
  const authorization = `Bearer ${await token("bob@shop.test")}`
  const answer = await fetch(`https://api.example.com${path}/search`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ page: 1, per_page: 20 }),
  })
  expect(await answer.json()).toMatchObject({ totalItems: 0 })
})

test("code that takes a base URL is given a server", async ({ url, token, clock }) => {
  const me = { headers: { authorization: `Bearer ${await token("bob@shop.test")}` } }
  expect((await fetch(`${url}/api/v0/userinfo`, me)).status).toBe(200)
  await clock.advance("25h")
  expect((await fetch(`${url}/api/v0/userinfo`, me)).status).toBe(401)
})

test.each([0, 3.5, -12])("a total of %d is kept", async ({ client }, Total) => {
  const { item } = await client("bob@shop.test").createItem({
    params: { "app-id": "SHOP", "datastore-id": "Orders" },
    body: { item: { Total }, return_item_result: true, return_display_id: true },
  })
  expect(item?.Total).toBe(Total)
})
