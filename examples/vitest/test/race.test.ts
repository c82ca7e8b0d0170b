import { explore } from "hexarium/testing"
import { testWorlds } from "hexarium/vitest"
import { expect, test } from "vitest"

const worlds = testWorlds({ fixture: "shop.yaml" })
const orders = { "app-id": "SHOP", "datastore-id": "Orders" }

test("two writers who force their updates overwrite each other: what stays depends on the order", async () => {
  const { world, as } = await worlds.fresh()
  const { itemId } = await as("ada@shop.test").createItem({
    application: "SHOP",
    datastore: "Orders",
    item: { Total: 0 },
  })
  const update = (user: string, Total: number, revision: object) =>
    ({
      operation: "updateItem",
      user,
      params: { ...orders, "item-id": itemId },
      body: { item: { Total }, ...revision },
    }) as const

  const forced = await explore(world, [
    update("ada@shop.test", 1, { is_force_update: true }),
    update("bob@shop.test", 2, { is_force_update: true }),
  ])
  expect(forced.isOrderDependent).toBe(true)
  expect(forced.conflicts).toEqual([])

  const checked = await explore(world, [
    update("ada@shop.test", 1, { rev_no: 1 }),
    update("bob@shop.test", 2, { rev_no: 1 }),
  ])
  expect(checked.conflicts).toEqual([
    { request: 1, orders: 1 },
    { request: 0, orders: 1 },
  ])
})

test("setting a counter back between two creations issues a number twice", async () => {
  const { world } = await worlds.fresh()
  const create = { operation: "createItem", user: "bob@shop.test", params: orders, body: { item: {} } } as const
  const setBack = {
    operation: "updateAutoNumber",
    user: "ada@shop.test",
    params: { ...orders, "field-id": "No" },
    body: { auto_num: 0 },
  } as const
  const { duplicateNumbers } = await explore(world, [create, setBack, create])
  expect(duplicateNumbers[0]).toMatchObject({ field: "Orders.No", value: "O-0001" })
})
