import { expect as imported } from "@jest/globals"
import { hexariumTest } from "hexarium/jest"

const shop = hexariumTest({ fixture: new URL("../shop.yaml", import.meta.url) })
const orders = { application: "SHOP", datastore: "Orders" }

// `tsc` must find the matchers on both: on Jest's global `expect` and on the imported one.
for (const expecting of [expect, imported]) {
  shop("an order is there, and its payment is told by mail", async ({ as, world }) => {
    const bob = as("bob@shop.test")
    const { itemId } = await bob.createItem({ ...orders, item: { Total: 5 } })
    await bob.executeAction({ ...orders, itemId, actionId: "Pay", isForceUpdate: true })
    expecting(world).toHaveItem({ ...orders, itemId, item: { Total: 5 } })
  })
}

shop("a refusal says why", async ({ as, world }) => {
  const before = world.fork()
  const create = as("bob@shop.test").createItem({ ...orders, item: { Totl: 5 } })
  await expect(create).toBeRefusedWith({ status: 400 })
  await imported(create).toBeRefusedWith(400)
  expect(world).toEqualWorld(before)
  expect(world).not.toHaveSentMail()
  imported(world).not.toHaveItem(orders)
})
