import { hexariumTest } from "hexarium/jest"

const test = hexariumTest({ fixture: "shop.yaml" })
const orders = { application: "SHOP", datastore: "Orders" }

test("an order is numbered", async ({ as, world }) => {
  const { itemId } = await as("bob@shop.test").createItem({ ...orders, item: { Total: 5 } })
  expect(world).toHaveItem({ ...orders, itemId, title: "O-0001", item: { Total: 5 } })
})

test("a script of the fixture refuses a negative total", async ({ as }) => {
  const create = as("bob@shop.test").createItem({ ...orders, item: { Total: -5 } })
  await expect(create).toBeRefusedWith({ message: /negative total/ })
})

test("code that takes a base URL receives a server", async ({ url, fetch }) => {
  expect((await fetch("/api/v0/userinfo")).status).toBe(401)
  expect((await globalThis.fetch(`${url}/api/v0/userinfo`)).status).toBe(401)
})
