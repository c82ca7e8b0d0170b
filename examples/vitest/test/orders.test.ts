import { hexariumTest } from "hexarium/vitest"
import { expect } from "vitest"
import type { Shop } from "./schema.js"

const test = hexariumTest<Shop>({ fixture: "shop.yaml" })

test("an order is numbered and open", async ({ as }) => {
  const bob = as("bob@shop.test")
  const { itemId } = await bob.createItem({ application: "SHOP", datastore: "Orders", item: { Total: 12 } })
  const order = await bob.getItemDetails({ application: "SHOP", datastore: "Orders", itemId })
  expect(order.title).toBe("O-0001")
})

test("every test has a world of its own: this order is number one again", async ({ client }) => {
  const bob = client("bob@shop.test")
  const created = await bob.createItem({
    params: { "app-id": "SHOP", "datastore-id": "Orders" },
    body: { item: { Total: 3 }, return_item_result: true, return_display_id: true },
  })
  expect(created.item?.No).toBe("O-0001")
})

test("who administers the shop is told of a payment", async ({ as, mail }) => {
  const bob = as("bob@shop.test")
  const { itemId } = await bob.createItem({ application: "SHOP", datastore: "Orders", item: { Total: 5 } })
  await bob.executeAction({
    application: "SHOP",
    datastore: "Orders",
    itemId,
    actionId: "Pay",
    isForceUpdate: true,
  })
  const [notice] = mail.list({ kind: "notification" })
  expect(notice?.to).toBe("ada@shop.test")
})

test("a token is good for a day", async ({ app, client, clock, world }) => {
  const { token } = await client().login({ body: { email: "bob@shop.test", password: "bob" } })
  const me = () => new Request(`${world.baseUrl}/api/v0/userinfo`, { headers: { authorization: `Bearer ${token}` } })
  expect((await app.fetch(me())).status).toBe(200)
  await clock.advance("25h")
  expect((await app.fetch(me())).status).toBe(401)
})
