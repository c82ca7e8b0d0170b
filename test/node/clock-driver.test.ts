import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { driveClocks } from "../../emulator/node/clock-driver.ts"
import { Worlds } from "../../emulator/worlds/index.ts"
import type { Fixture } from "../../src/fixtures/index.ts"
import type { ClockMode } from "../../src/model/records/index.ts"
import { createEngineWorld } from "../../src/world/index.ts"
import { DESK } from "../control/desk.ts"

const HOUR = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A world with a manually moved machine clock and an hourly action. */
async function hourly(mode: ClockMode) {
  const fixture = structuredClone(DESK) as Fixture
  const application = fixture.workspaces[0]?.applications?.[0]
  if (application === undefined) throw new Error("no application")
  application.auto_actions = [
    {
      name: "Hourly",
      datastore_id: "TICKETS",
      action_id: "Start",
      conditions: [],
      action_schedule: { time_type: "hr", time_value: "1" },
    },
  ]
  const machine = { now: Date.parse("2026-01-05T09:00:00Z") }
  const { clock: _, ...rest } = fixture
  const world = await createEngineWorld({
    fixture: rest,
    clock: { mode, ...(mode === "real" ? {} : { now: "2026-01-05T09:00:00Z" }) },
    ports: { wallClock: { now: () => machine.now } },
  })
  const lastRun = () => world.view().table("autoActions").toArray()[0]?.lastExecution?.startedAt
  return { world, machine, lastRun }
}

/** Lets the driver check once and waits until the work that it started has ended. */
async function look(world: Awaited<ReturnType<typeof hourly>>["world"]) {
  vi.advanceTimersByTime(250)
  // An empty move only waits for earlier moves.
  await world.clock.move({})
}

test.each(["real", "ticking"] as const)(
  "a %s clock: what is due runs, once however long the machine slept",
  async (mode) => {
    const { world, machine, lastRun } = await hourly(mode)
    const stop = driveClocks(new Worlds(world))
    await look(world)
    expect(lastRun()).toBeUndefined()
    machine.now += HOUR + 100
    await look(world)
    expect(lastRun()).toBe("2026-01-05T10:00:00.100Z")
    machine.now += 24 * HOUR
    const before = world.version
    await look(world)
    expect(lastRun()).toBe("2026-01-06T10:00:00.100Z")
    const once = world.version - before
    machine.now += HOUR
    await look(world)
    expect(world.version - before).toBe(2 * once)
    stop()
  },
)

test("a frozen clock is left alone, and so is every clock once the driver is stopped", async () => {
  const frozen = await hourly("frozen")
  const real = await hourly("real")
  const worlds = new Worlds(frozen.world)
  const stop = driveClocks(worlds)
  const stopOther = driveClocks(new Worlds(real.world))
  stopOther()
  for (const { machine } of [frozen, real]) machine.now += 2 * HOUR
  const versions = [frozen.world.version, real.world.version]
  vi.advanceTimersByTime(1000)
  await Promise.all([frozen.world.clock.move({}), real.world.clock.move({})])
  expect([frozen.world.version, real.world.version]).toEqual(versions)
  stop()
})
