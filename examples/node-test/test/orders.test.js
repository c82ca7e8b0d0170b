import assert from "node:assert/strict"
import { hexariumTest } from "hexarium/node-test"

const test = hexariumTest({ fixture: new URL("../shop.yaml", import.meta.url) })
const orders = { application: "SHOP", datastore: "Orders" }

test("who administers the shop is told of a payment", async ({ as, mail }) => {
  const bob = as("bob@shop.test")
  const { itemId } = await bob.createItem({ ...orders, item: { Total: 5 } })
  await bob.executeAction({ ...orders, itemId, actionId: "Pay", isForceUpdate: true })
  const [notice] = mail.list({ kind: "notification" })
  assert.equal(notice?.to, "ada@shop.test")
})

test("the first order is number one", async ({ client }, t) => {
  const create = () =>
    client("bob@shop.test").createItem({
      params: { "app-id": "SHOP", "datastore-id": "Orders" },
      body: { item: { Total: 3 }, return_item_result: true, return_display_id: true },
    })
  assert.equal((await create()).item?.No, "O-0001")
  await t.test("and the next one is number two", async () => {
    assert.equal((await create()).item?.No, "O-0002")
  })
})

test("a session ends after a day", { timeout: 60_000 }, async ({ url, token, clock }) => {
  const me = { headers: { authorization: `Bearer ${await token("bob@shop.test")}` } }
  assert.equal((await fetch(`${url}/api/v0/userinfo`, me)).status, 200)
  await clock.advance("25h")
  assert.equal((await fetch(`${url}/api/v0/userinfo`, me)).status, 401)
})
