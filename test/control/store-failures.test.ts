import { expect, test } from "vitest"
import { type OperationName, operationOf, rows } from "../../emulator/api/index.ts"
import { createApp } from "../../emulator/index.ts"
import { planFault } from "../../src/engine/index.ts"
import { makeAttempt, toRequest } from "../robustness/make-request.ts"
import { poolsOf, scopesOf } from "../robustness/pools.ts"
import { Random } from "../robustness/random.ts"
import { Sampler } from "../robustness/sample.ts"
import { robustnessWorld } from "../robustness/world.ts"

const ATTEMPTS = 60

/** Operations that write item by item. A failure is an element of the response (errors.md section 2), and the other items stay written. */
const ITEM_BY_ITEM: readonly OperationName[] = ["executeBulkAction"]

test("every operation that writes to a failing store returns SYSTEM_ERROR and leaves nothing written", async () => {
  const world = await robustnessWorld()
  const app = createApp({ world })
  const random = new Random(7)
  const pools = poolsOf(world)
  const chance = { random, pools, scopes: scopesOf(world), sampler: new Sampler(random, pools) }
  /** Everything that a request may change, except the planned fault that it uses up. */
  const written = () => [...world.state.tables].filter(([name]) => name !== "faults")
  const failed = new Set<OperationName>()

  for (const [name, row] of rows.filter(([name]) => !ITEM_BY_ITEM.includes(name))) {
    for (let count = 0; count < ATTEMPTS && !failed.has(name); count += 1) {
      await world.reset()
      const attempt = makeAttempt(name, row, chance)
      const untouched = written()
      const { status } = await app.fetch(toRequest(attempt))
      await world.idle()
      const isWrite =
        status < 400 &&
        written().some(([table, rowsOf], at) => untouched[at]?.[0] !== table || untouched[at]?.[1] !== rowsOf)
      if (!isWrite) continue
      await world.reset()
      await planFault(world, {
        operation: operationOf(name),
        times: 1,
        delayMs: null,
        status: null,
        disconnect: false,
        storeFailure: "rolled_back",
      })
      const before = new Map(written())
      const answer = await app.fetch(toRequest(attempt))
      await world.idle()
      expect([name, answer.status, await answer.text()]).toEqual([name, 500, expect.stringContaining("SYSTEM_ERROR")])
      for (const [table, after] of written())
        expect([name, table, after === before.get(table)]).toEqual([name, table, true])
      failed.add(name)
    }
  }
  for (const name of ["createItem", "login", "getItemHistoriesOld", "uploadUserProfilePicture"] as const) {
    expect(failed).toContain(name)
  }
  expect(failed.size).toBeGreaterThan(35)
})
