import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { DomainError } from "../../../src/model/index.ts"
import type { EngineWorld } from "../../../src/world/index.ts"
import { apiClient } from "../../conformance.ts"
import { manualClock } from "../../ports/manual-clock.ts"
import { autoActionsOf, HOURLY_ACTION, START, tickerWorld } from "./ticker.ts"

const refusal = async (moved: Promise<unknown>): Promise<DomainError> => {
  const error = await moved.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof DomainError)) throw new Error(`not refused: ${String(error)}`)
  return error
}

const DAILY_ACTION = {
  ...HOURLY_ACTION,
  name: "Daily",
  action_schedule: { time_type: "day" as const, time_value: "10:00" },
}

const firedAt = (moved: { readonly fired: readonly { at: string; name: string }[] }) =>
  moved.fired.map(({ at, name }) => `${name} ${at}`)

const itemsOf = (world: EngineWorld) => {
  const view = world.view()
  return view
    .table("datastores")
    .toArray()
    .flatMap(({ dId }) => view.table(`items:${dId}`).toArray())
}

describe("advance", () => {
  test("runs everything that is due, in order, each at its own instant, and says what happened", async () => {
    const world = await tickerWorld([HOURLY_ACTION, DAILY_ACTION])
    const moved = await world.clock.advance("2h")
    const [hourly, daily] = autoActionsOf(world).map(({ autoId }) => autoId)
    expect(moved).toEqual({
      now: "2026-01-05T11:00:00.000Z",
      mode: "frozen",
      fired: [
        { at: "2026-01-05T10:00:00.000Z", kind: "auto_action", id: hourly, name: "Hourly", affected: 1 },
        { at: "2026-01-05T10:00:00.000Z", kind: "auto_action", id: daily, name: "Daily", affected: 1 },
        { at: "2026-01-05T11:00:00.000Z", kind: "auto_action", id: hourly, name: "Hourly", affected: 1 },
      ],
    })
    expect(world.now).toBe(moved.now)
    expect(
      world
        .view()
        .table("histories")
        .toArray()
        .map(({ createdAt }) => createdAt),
    ).toEqual(moved.fired.map(({ at }) => at))
    expect(itemsOf(world)[0]).toMatchObject({ revNo: 4, updatedAt: "2026-01-05T11:00:00.000Z" })
    expect(itemsOf(world)[1]).toMatchObject({ revNo: 1, updatedAt: START })
  })

  test.each<[string | number, string]>([
    ["90m", "2026-01-05T10:30:00.000Z"],
    ["3d", "2026-01-08T09:00:00.000Z"],
    ["30s", "2026-01-05T09:00:30.000Z"],
    ["2w", "2026-01-19T09:00:00.000Z"],
    [1500, "2026-01-05T09:00:01.500Z"],
    [0, START],
    ["0m", START],
  ])("takes %j", async (duration, now) => {
    const world = await tickerWorld([])
    expect(await world.clock.advance(duration)).toEqual({ now, mode: "frozen", fired: [] })
  })

  test.each(["", "90", "1.5h", "-1h", "90 m", "1y", "1h30m", -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    "refuses %j and changes nothing",
    async (duration) => {
      const world = await tickerWorld()
      const before = world.hash()
      expect((await refusal(world.clock.advance(duration))).code).toBe("INVALID_PARAMS")
      expect([world.hash(), world.now]).toEqual([before, START])
    },
  )

  test("refuses to run more than a million events, with a message that says so", async () => {
    const world = await tickerWorld([
      { ...HOURLY_ACTION, action_schedule: { time_type: "min", time_value: "10" } },
      { ...HOURLY_ACTION, name: "Monthly", action_schedule: { time_type: "month", time_value: "31" } },
    ])
    const before = world.hash()
    expect((await refusal(world.clock.to("2046-01-05T09:00:00Z"))).message).toContain("1000000 events")
    expect((await refusal(world.clock.advance("1200w"))).code).toBe("INVALID_PARAMS")
    expect([world.hash(), world.now, world.version]).toEqual([before, START, 0])
  })

  test("stops at the last instant, where nothing runs any more", async () => {
    const world = await tickerWorld([])
    const last = "9999-12-31T23:59:59.999Z"
    expect((await world.clock.advance("500000w")).now).toBe(last)
    expect((await world.clock.advance("1d")).now).toBe(last)
    expect((await world.clock.setMode("ticking")).now).toBe(last)
    const late = await tickerWorld([HOURLY_ACTION], { clock: { mode: "frozen", now: "9999-12-31T22:30:00Z" } })
    const { now, fired } = await late.clock.advance("500000w")
    expect([now, fired.map(({ at }) => at)]).toEqual([last, ["9999-12-31T23:00:00.000Z"]])
    expect(late.clock.nextDueAt()).toBeUndefined()
    const [auto] = late.view().table("autoActions").toArray()
    const ada = apiClient(late, "ada-token")
    const { body } = await ada.getAutoActionSettings({ params: { "auto-id": auto?.autoId ?? "" } })
    expect(body.action_schedule.NextExec).toBe("")
  })

  test("advancing by a + b equals advancing by a, then by b, and the same moves give equal digests", async () => {
    const origin = await tickerWorld([
      HOURLY_ACTION,
      DAILY_ACTION,
      { ...HOURLY_ACTION, name: "Often", action_schedule: { time_type: "min", time_value: "25" } },
    ])
    const minutes = fc.integer({ min: 0, max: 2000 })
    await fc.assert(
      fc.asyncProperty(minutes, minutes, async (a, b) => {
        const [whole, parts, again] = [origin.fork(), origin.fork(), origin.fork()]
        const atOnce = await whole.clock.advance(`${a + b}m`)
        const first = await parts.clock.advance(`${a}m`)
        const second = await parts.clock.advance(b * 60_000)
        await again.clock.advance(`${a + b}m`)
        expect([...first.fired, ...second.fired]).toEqual(atOnce.fired)
        expect([parts.hash(), again.hash()]).toEqual([whole.hash(), whole.hash()])
      }),
      { numRuns: 25, seed: 6 },
    )
  })
})

describe("what replaces everything while the clock is being moved", () => {
  test.each<[string, (world: EngineWorld, snapshot: ReturnType<EngineWorld["snapshot"]>) => Promise<void>]>([
    ["a reset", (world) => world.reset()],
    ["a restore", (world, snapshot) => world.restore(snapshot)],
    ["an import", (world, { state }) => world.replaceWith(state)],
  ])("%s waits for the move, and a later move for it", async (_, replace) => {
    const world = await tickerWorld([HOURLY_ACTION])
    const before = world.hash()
    const moving = world.clock.advance("10d")
    const replaced = replace(world, world.snapshot())
    const later = world.clock.advance("1h")
    expect((await moving).fired).toHaveLength(240)
    await replaced
    expect(world.hash()).toBe(before)
    expect(firedAt(await later)).toEqual(["Hourly 2026-01-05T10:00:00.000Z"])
  })

  test("a reset after the move has nothing to wait for", async () => {
    const world = await tickerWorld([HOURLY_ACTION])
    const before = world.hash()
    await world.clock.advance("1h")
    void world.reset()
    expect(world.hash()).toBe(before)
  })
})

describe("to and next", () => {
  test("to goes forward as advance does, and backwards on a frozen clock, where nothing runs", async () => {
    const world = await tickerWorld()
    expect(firedAt(await world.clock.to("2026-01-05T12:30:00+02:00"))).toEqual(["Hourly 2026-01-05T10:00:00.000Z"])
    expect(await world.clock.to("2026-01-01")).toEqual({ now: "2026-01-01T00:00:00.000Z", mode: "frozen", fired: [] })
    expect(world.clock.schedule()).toMatchObject([{ at: "2026-01-05T11:00:00.000Z" }])
  })

  test.each(["", "tomorrow", "2026-02-30T00:00:00Z", "12:00", "2026-13-01", "+010000-01-01T00:00:00Z"])(
    "to refuses %j and changes nothing",
    async (instant) => {
      const world = await tickerWorld()
      const before = world.hash()
      expect((await refusal(world.clock.to(instant))).code).toBe("INVALID_PARAMS")
      expect(world.hash()).toBe(before)
    },
  )

  test("next goes to what is scheduled next, and stays where nothing is", async () => {
    const world = await tickerWorld([HOURLY_ACTION, DAILY_ACTION])
    expect(firedAt(await world.clock.next())).toEqual([
      "Hourly 2026-01-05T10:00:00.000Z",
      "Daily 2026-01-05T10:00:00.000Z",
    ])
    expect((await world.clock.next()).now).toBe("2026-01-05T11:00:00.000Z")
    const quiet = await tickerWorld([], { clock: { mode: "real" } })
    expect(await quiet.clock.next()).toMatchObject({ mode: "real", fired: [] })
  })

  test("the clock refuses more than one of advance, to and next at a time", async () => {
    const world = await tickerWorld()
    const before = world.hash()
    for (const move of [
      { advance: "1h", to: START },
      { advance: 1, next: true },
      { to: START, next: true },
    ]) {
      expect((await refusal(world.clock.move(move))).code).toBe("INVALID_PARAMS")
    }
    expect((await refusal(world.clock.move({ advance: "1h", mode: "fast" as never }))).code).toBe("INVALID_PARAMS")
    expect(world.hash()).toBe(before)
  })
})

describe("modes", () => {
  const wallAt = (instant: string) => manualClock(Date.parse(instant))

  test("a real clock that is moved ticks from there", async () => {
    const wallClock = wallAt(START)
    const world = await tickerWorld([HOURLY_ACTION], { clock: { mode: "real" }, ports: { wallClock } })
    expect(await world.clock.advance("90m")).toMatchObject({ now: "2026-01-05T10:30:00.000Z", mode: "ticking" })
    wallClock.pass(1000)
    expect(world.now).toBe("2026-01-05T10:30:01.000Z")
  })

  test.each(["real", "ticking"] as const)("a %s clock is not set backwards, and says why", async (mode) => {
    const clock = mode === "real" ? { mode } : { mode, now: START }
    const world = await tickerWorld([HOURLY_ACTION], { clock, ports: { wallClock: wallAt(START) } })
    const before = world.hash()
    const { message, code } = await refusal(world.clock.move({ to: "2026-01-05T08:59:59Z", mode: "frozen" }))
    expect([code, message]).toEqual(["INVALID_PARAMS", expect.stringContaining("only a frozen clock")])
    expect([world.hash(), world.clock.mode]).toEqual([before, mode])
  })

  test("frozen stops where it is, ticking goes on from there, real goes to the machine's time", async () => {
    const wallClock = wallAt("2026-03-01T00:00:00Z")
    const world = await tickerWorld([], { ports: { wallClock } })
    expect(await world.clock.setMode("ticking")).toEqual({ now: START, mode: "ticking", fired: [] })
    wallClock.pass(5000)
    expect(await world.clock.setMode("frozen")).toMatchObject({ now: "2026-01-05T09:00:05.000Z", mode: "frozen" })
    wallClock.pass(5000)
    expect(world.now).toBe("2026-01-05T09:00:05.000Z")
    expect(await world.clock.setMode("real")).toMatchObject({ now: "2026-03-01T00:00:10.000Z", mode: "real" })
  })

  test("the mode is applied after the move", async () => {
    const world = await tickerWorld([HOURLY_ACTION], { clock: { mode: "real" }, ports: { wallClock: wallAt(START) } })
    const moved = await world.clock.move({ advance: "1h", mode: "frozen" })
    expect([moved.mode, moved.now, firedAt(moved)]).toEqual([
      "frozen",
      "2026-01-05T10:00:00.000Z",
      ["Hourly 2026-01-05T10:00:00.000Z"],
    ])
  })

  test("going to the machine's time runs what was missed on the way once", async () => {
    const world = await tickerWorld([HOURLY_ACTION], { ports: { wallClock: wallAt("2026-01-09T10:30:00Z") } })
    const moved = await world.clock.setMode("real")
    expect(firedAt(moved)).toEqual(["Hourly 2026-01-09T10:30:00.000Z"])
    expect(world.clock.schedule()).toMatchObject([{ at: "2026-01-09T11:00:00.000Z" }])
  })

  test("a ticking world that is reset or restored shows again what it showed then", async () => {
    const wallClock = wallAt("2026-03-01T00:00:00Z")
    const world = await tickerWorld([], { clock: { mode: "ticking", now: START }, ports: { wallClock } })
    wallClock.pass(60_000)
    const snapshot = world.snapshot()
    const hash = world.hash()
    await world.clock.advance("1d")
    wallClock.pass(60_000)
    await world.restore(snapshot)
    expect([world.now, world.hash()]).toEqual(["2026-01-05T09:01:00.000Z", hash])
    wallClock.pass(1000)
    expect([world.now, world.fork({ from: snapshot }).now]).toEqual([
      "2026-01-05T09:01:01.000Z",
      "2026-01-05T09:01:00.000Z",
    ])
    await world.reset()
    expect(world.now).toBe(START)
  })
})

describe("a clock that runs by itself", () => {
  const running = async (...autoActions: Parameters<typeof tickerWorld>[0] & object) => {
    const wallClock = manualClock(Date.parse(START))
    const world = await tickerWorld(autoActions, { clock: { mode: "real" }, ports: { wallClock } })
    return { wallClock, world }
  }

  test("runDue runs nothing before its time, then each thing at the present instant", async () => {
    const { wallClock, world } = await running(HOURLY_ACTION)
    expect(world.clock.nextDueAt()).toBe("2026-01-05T10:00:00.000Z")
    wallClock.pass(3_599_999)
    expect(await world.clock.runDue()).toEqual([])
    wallClock.pass(301)
    expect(firedAt({ fired: await world.clock.runDue() })).toEqual(["Hourly 2026-01-05T10:00:00.300Z"])
    expect(world.clock.nextDueAt()).toBe("2026-01-05T11:00:00.000Z")
    expect(await world.clock.runDue()).toEqual([])
  })

  test("after a pause everything that was missed runs once, not once for every time", async () => {
    const { wallClock, world } = await running(HOURLY_ACTION, DAILY_ACTION)
    wallClock.pass(3 * 86_400_000 + 1_800_000)
    expect(firedAt({ fired: await world.clock.runDue() })).toEqual([
      "Hourly 2026-01-08T09:30:00.000Z",
      "Daily 2026-01-08T09:30:00.000Z",
    ])
    expect(world.clock.schedule().map(({ at }) => at)).toEqual(["2026-01-08T10:00:00.000Z", "2026-01-08T10:00:00.000Z"])
    expect(itemsOf(world)[0]?.revNo).toBe(3)
  })

  test("a move of the clock first runs what is due already", async () => {
    const { wallClock, world } = await running(HOURLY_ACTION)
    wallClock.pass(3 * 3_600_000 + 60_000)
    expect(firedAt(await world.clock.advance("1h"))).toEqual([
      "Hourly 2026-01-05T12:01:00.000Z",
      "Hourly 2026-01-05T13:00:00.000Z",
    ])
  })

  test("a failure is kept, and stops nothing that comes after it", async () => {
    const { wallClock, world } = await running({ ...HOURLY_ACTION, name: "Broken" }, HOURLY_ACTION)
    const [broken] = autoActionsOf(world)
    await world.commit("Test", null, (tx) => {
      if (broken !== undefined)
        tx.patch("autoActions", broken.autoId, { conditions: [{ id: "Gone", searchValue: ["x"] }] })
    })
    wallClock.pass(3_600_000)
    const fired = await world.clock.runDue()
    expect(fired.map(({ name, affected }) => [name, affected])).toEqual([
      ["Broken", 0],
      ["Hourly", 1],
    ])
    expect(world.clock.failures).toEqual([
      {
        at: "2026-01-05T10:00:00.000Z",
        kind: "auto_action",
        id: broken?.autoId,
        name: "Broken",
        error: expect.any(String),
      },
    ])
    wallClock.pass(3_600_000)
    expect(await world.clock.runDue()).toHaveLength(2)
  })

  test("a store that fails is survived: the run comes again, the others go on", async () => {
    const { wallClock, world } = await running(HOURLY_ACTION, DAILY_ACTION)
    wallClock.pass(3_600_000)
    world.storeFailures.plan("AutoAction", "rolled_back")
    expect((await world.clock.runDue()).map(({ name }) => name)).toEqual(["Daily"])
    expect(world.clock.failures).toHaveLength(1)
    expect((await world.clock.runDue()).map(({ name }) => name)).toEqual(["Hourly"])
  })
})

test("moves of the clock wait for one another", async () => {
  const world = await tickerWorld()
  const moves = await Promise.all([world.clock.advance("1h"), world.clock.next(), world.clock.advance("30m")])
  expect(moves.map(({ now }) => now)).toEqual([
    "2026-01-05T10:00:00.000Z",
    "2026-01-05T11:00:00.000Z",
    "2026-01-05T11:30:00.000Z",
  ])
})
