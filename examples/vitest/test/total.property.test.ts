import fc from "fast-check"
import { createKit } from "hexarium/testing"
import { testWorlds } from "hexarium/vitest"
import { expect, test } from "vitest"

const worlds = testWorlds({ fixture: "shop.yaml" })

/** The rule of this shop: an order's total equals the sum of its lines. */
async function breaksTheRule(amounts: readonly number[]): Promise<boolean> {
  const { as } = await worlds.fresh()
  const bob = as("bob@shop.test")
  const order = await bob.createItem({ application: "SHOP", datastore: "Orders", item: { Total: 0 } })
  for (const Amount of amounts) {
    await bob.createItem({ application: "SHOP", datastore: "Lines", item: { Order: order.itemId, Amount } })
  }
  const { values } = await bob.getItemDetails({ application: "SHOP", datastore: "Orders", itemId: order.itemId })
  const total = values.Total ?? 0
  return total !== amounts.reduce((sum, amount) => sum + amount, 0)
}

test("the property finds that credits are forgotten, and shrinks the case to one line", async () => {
  const { world } = await worlds.fresh()
  const kit = await createKit(world)
  const amounts = fc.array(
    kit.item("Lines", { complete: true }).map((line) => Number(line.Amount)),
    { maxLength: 6 },
  )
  const { counterexample } = await fc.check(
    fc.asyncProperty(amounts, async (list) => !(await breaksTheRule(list))),
    { seed: 1, numRuns: 50 },
  )
  expect(counterexample?.[0]).toHaveLength(1)
  expect(counterexample?.[0][0]).toBeLessThan(0)
})
