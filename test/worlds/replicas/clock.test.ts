import { expect, test } from "vitest"
import type { Fixture } from "../../../src/fixtures/index.ts"
import type { World } from "../../../src/world/index.ts"
import { HOURLY_ACTION, tickerFixture } from "../../automation/clock/ticker.ts"
import { replicaOn } from "./replica.ts"
import { SharedDatabase, sharedStore } from "./shared-store.ts"

const START = "2026-01-05T09:00:00.000Z"

const START_MS = Date.parse(START)
const HOUR_MS = 3_600_000

/** An open task is updated every ten minutes. */
const fixture = tickerFixture([{ ...HOURLY_ACTION, action_schedule: { time_type: "min", time_value: "10" } }])

/** Runs work on several servers of one store, then opens the world as a later server would. */
async function onServers(
  count: number,
  clock: NonNullable<Fixture["clock"]>,
  run: (worlds: readonly World[]) => Promise<void>,
  look: (world: World) => void,
) {
  const database = new SharedDatabase()
  const open = () =>
    replicaOn(sharedStore(database), { fixture: { ...fixture, clock }, ports: { wallClock: { now: () => 0 } } })
  const replicas = [await open()]
  while (replicas.length < count) replicas.push(await open())
  await run(replicas.map(({ world }) => world))
  const last = await open()
  look(last.world)
  for (const replica of [...replicas, last]) await replica.close()
}

const countHistories = (world: World): number => world.view().table("histories").toArray().length

test("moves of three servers at once add up, and what is due on the way happens once", async () => {
  const fired: string[] = []
  await onServers(
    3,
    { mode: "frozen", now: START },
    async (worlds) => {
      const moves = await Promise.all(worlds.map((world) => world.clock.advance("1h")))
      fired.push(...moves.flatMap((move) => move.fired.map(({ at }) => at)))
    },
    (world) => {
      expect(world.now).toBe(new Date(START_MS + 3 * HOUR_MS).toISOString())
      const every10 = Array.from({ length: 18 }, (_, n) => new Date(START_MS + (n + 1) * 600_000).toISOString())
      expect([...fired].sort()).toEqual(every10)
      expect(countHistories(world)).toBe(18)
    },
  )
})

test("so do those of a clock that ticks, and several on one server", async () => {
  await onServers(
    2,
    { mode: "ticking", now: START },
    async ([one, other]) => {
      await Promise.all([one, one, other, other].map((world) => world?.clock.advance("1h")))
    },
    (world) => {
      expect(Date.parse(world.now) - START_MS).toBe(4 * HOUR_MS)
      expect(countHistories(world)).toBe(24)
    },
  )
})

test("a move to an instant leads there, wherever others move the clock meanwhile", async () => {
  await onServers(
    2,
    { mode: "frozen", now: START },
    async ([one, other]) => {
      await Promise.all([one?.clock.advance("1h"), other?.clock.to("2026-01-06T09:00:00.000Z")])
    },
    (world) => {
      const shownMs = Date.parse(world.now) - START_MS
      // The result depends on which command came last.
      expect([24 * HOUR_MS, 25 * HOUR_MS]).toContain(shownMs)
    },
  )
})
