import { expect, test } from "vitest"
import { manualClock } from "../../ports/manual-clock.ts"
import { autoActionsOf, START, tickerWorld } from "./ticker.ts"

test("schedules of a running clock count from the reset, and missed runs do not happen (control.md section 3, reset)", async () => {
  const wallClock = manualClock(Date.parse(START))
  const world = await tickerWorld(undefined, { clock: { mode: "real" }, ports: { wallClock } })
  expect(autoActionsOf(world)[0]?.nextExecAt).toBe("2026-01-05T10:00:00.000Z")
  wallClock.pass(3 * 3_600_000 + 1)
  await world.reset()
  expect(await world.clock.runDue()).toEqual([])
  expect(autoActionsOf(world)[0]?.nextExecAt).toBe("2026-01-05T13:00:00.000Z")
  wallClock.pass(3_600_000)
  expect(await world.clock.runDue()).toHaveLength(1)
})
