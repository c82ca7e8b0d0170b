import { describe, expect, test } from "vitest"
import { explore } from "../../../emulator/testing/kit/index.ts"
import { createWorld } from "../../../src/world/index.ts"
import { kitWorld } from "../../sample-worlds/kit-world.ts"

const world = await createWorld({ fixture: kitWorld })
const create = (datastore: string, item: object) =>
  ({
    operation: "createItem",
    user: "ada@kit.test",
    params: { "app-id": "SHOP", "datastore-id": datastore },
    body: { item },
  }) as const

describe("explore", () => {
  test("runs every order, each from the same beginning", async () => {
    const before = world.hash()
    const { orders, isOrderDependent } = await explore(
      world,
      [1, 2, 3].map((Price) => create("Orders", { Price })),
    )
    expect(orders).toBe(6)
    expect(isOrderDependent).toBe(true)
    expect(world.hash()).toBe(before)
  })

  test("does not take fresh IDs for a difference", async () => {
    const { isOrderDependent, conflicts, duplicateNumbers } = await explore(world, [
      create("Customers", { Code: "A1" }),
      create("Customers", { Code: "B1" }),
    ])
    expect([isOrderDependent, conflicts, duplicateNumbers]).toEqual([false, [], []])
  })

  test("reports which of two creations with a unique value is refused", async () => {
    const same = create("Customers", { Code: "SAME" })
    const { outcomes } = await explore(world, [same, same])
    const statuses = outcomes.map(({ answers }) => answers.map(({ status }) => status).join())
    expect(statuses).toEqual(["200,400", "400,200"])
  })

  test("takes one to six requests", async () => {
    const seven = Array.from({ length: 7 }, () => create("Orders", {}))
    await expect(explore(world, seven)).rejects.toThrow("1 to 6 requests, received 7")
    await expect(explore(world, [])).rejects.toThrow("1 to 6 requests, received 0")
  })
})
