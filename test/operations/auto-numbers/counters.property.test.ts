import * as fc from "fast-check"
import { expect, test } from "vitest"
import { apiClient } from "../../conformance.ts"
import { at, begin, create, draw, givenOrders, world } from "./orders.ts"

givenOrders()

test("counters are gap-free and issue no number twice, whatever is refused or rolled back in between", async () => {
  const step = fc.constantFrom("create", "refused", "aborted", "draw", "branch", "fork")
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await begin()
      const issued: Record<string, string[]> = { create: [], draw: [], branch: [] }
      for (const [index, one] of steps.entries()) {
        if (one === "create") issued.create?.push((await create(`n${index}`)).item?.No ?? "")
        if (one === "draw") issued.draw?.push((await draw("No")).value)
        if (one === "branch") issued.branch?.push((await draw("No", { branch_key: "B" })).value)
        if (one === "fork") await apiClient(world.fork(), "bob-token").getAutoNumber(at("No"))
        if (one === "refused") expect((await create("x".repeat(5), { item: { Nothing: 1 } })).status).toBe(400)
        if (one === "aborted") {
          const related = {
            ORDERS: [
              { operation: 1, item: { Name: "r" } },
              { operation: 2, i_id: "f".repeat(24), item: {} },
            ],
          }
          const aborted = await create(`n${index}`, { ensure_transaction: true, related_ds_items: related })
          expect(aborted.status).toBeGreaterThanOrEqual(400)
        }
      }
      const expected = (prefix: string, count = 0) =>
        Array.from({ length: count }, (_, n) => `INV-${prefix}${String(n + 1).padStart(4, "0")}`)
      expect(issued).toEqual({
        create: expected("", issued.create?.length),
        draw: expected("", issued.draw?.length),
        branch: expected("B", issued.branch?.length),
      })
    }),
    { numRuns: 40, seed: 16 },
  )
})
