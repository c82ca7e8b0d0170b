import { hexariumHandlers } from "hexarium/msw"
import { testWorlds } from "hexarium/worlds"
import { setupServer } from "msw/node"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { countOrders, createOrder, logIn } from "../src/orders.js"

const worlds = testWorlds({ fixture: "shop.yaml" })
const network = setupServer()
let fresh

beforeAll(() => network.listen({ onUnhandledRequest: "error" }))
beforeEach(async () => {
  fresh = await worlds.fresh()
  network.use(...hexariumHandlers(fresh, { baseUrl: "https://api.shop.example" }))
})
afterEach(async () => {
  network.resetHandlers()
  await fresh.close()
})
afterAll(() => network.close())

test("what the app creates is in the world", async () => {
  const token = await logIn("bob@shop.test", "bob")
  await createOrder(token, 12)
  expect(await countOrders(token)).toBe(1)
})

test("every test begins anew", async () => {
  expect(await countOrders(await logIn("bob@shop.test", "bob"))).toBe(0)
})

test("a refusal of the service is one here", async () => {
  await expect(logIn("bob@shop.test", "wrong")).rejects.toThrow("/login: 401")
})
