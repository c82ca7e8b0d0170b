import { describe, expect, test } from "vitest"
import { StoredWorlds } from "../../../src/engine/index.ts"
import { memoryStore } from "../../../src/ports/index.ts"
import { createWorld, type World } from "../../../src/world/index.ts"
import { manualClock } from "../../ports/manual-clock.ts"
import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

const START = Date.parse("2026-01-05T09:00:00.000Z")
const HOUR = 3_600_000
const at = (ms: number): string => new Date(START + ms).toISOString()

const FIXTURE = fixtureOf({ datastores: { DS: { fields: { Name: { dataType: "text", as_title: true } } } } })

/** A world in a store. `open` starts again on a machine whose clock shows `START` plus `ms`. */
function makeStoredWorld() {
  const store = memoryStore()
  const open = async (ms: number) => {
    const wallClock = manualClock(START + ms)
    const persistence = new StoredWorlds(store).world("main")
    const world = await createWorld({
      fixture: FIXTURE,
      clock: { mode: "real" },
      ports: { persistence, wallClock },
    })
    return { world, wallClock }
  }
  return { store, open }
}

const write = (world: World) =>
  world.as("ada@acme.test").createItem({ application: "APP", datastore: "DS", item: { Name: "x" } })

describe("a running clock after a start on a machine whose clock was set back (model.md section 10)", () => {
  test("a real clock stands until the machine's clock has caught up", async () => {
    const { open } = makeStoredWorld()
    const first = await open(0)
    first.wallClock.pass(2 * HOUR)
    await write(first.world)
    const { world, wallClock } = await open(HOUR)
    expect(world.now).toBe(at(2 * HOUR))
    wallClock.pass(HOUR / 2)
    const forks = [world.fork(), world.fork({ from: world.snapshot() })]
    expect([world, ...forks].map(({ now }) => now)).toEqual([at(2 * HOUR), at(2 * HOUR), at(2 * HOUR)])
    await write(world)
    wallClock.pass(HOUR)
    expect(world.now).toBe(at(2.5 * HOUR))
  })

  test("a ticking clock stands, and takes up its pace from there", async () => {
    const { open } = makeStoredWorld()
    const first = await open(0)
    await first.world.clock.move({ advance: "1d" })
    first.wallClock.pass(2 * HOUR)
    await write(first.world)
    expect(first.world.now).toBe(at(26 * HOUR))
    const { world, wallClock } = await open(HOUR)
    expect(world.now).toBe(at(26 * HOUR))
    wallClock.pass(2 * HOUR)
    expect(world.now).toBe(at(27 * HOUR))
  })

  test("a clock that is behind by nothing runs at once", async () => {
    const { open } = makeStoredWorld()
    const first = await open(0)
    first.wallClock.pass(HOUR)
    await write(first.world)
    const { world, wallClock } = await open(HOUR)
    wallClock.pass(1)
    expect(world.now).toBe(at(HOUR + 1))
  })

  test.each([
    ["real", "ticking", 2 * HOUR],
    ["frozen", "ticking", 2 * HOUR],
    ["frozen", "real", HOUR],
  ] as const)("a change to %s, then %s ends the stand", async (first, second, shown) => {
    const { open } = makeStoredWorld()
    const before = await open(0)
    before.wallClock.pass(2 * HOUR)
    await write(before.world)
    const { world, wallClock } = await open(HOUR)
    await world.clock.setMode(first)
    await world.clock.setMode(second)
    expect(world.now).toBe(at(shown))
    wallClock.pass(1)
    expect(world.now).toBe(at(shown + 1))
  })

  test("a move from the standing instant goes forward from it", async () => {
    const { open } = makeStoredWorld()
    const before = await open(0)
    before.wallClock.pass(2 * HOUR)
    await write(before.world)
    const { world, wallClock } = await open(HOUR)
    await world.clock.advance("1h")
    expect(world.now).toBe(at(3 * HOUR))
    wallClock.pass(1)
    expect(world.now).toBe(at(3 * HOUR + 1))
  })

  test("a world whose last change is a clock move that ran ahead does not stand", async () => {
    const { open } = makeStoredWorld()
    const before = await open(0)
    await before.world.clock.advance("1d")
    const { world, wallClock } = await open(1)
    wallClock.pass(1)
    expect(world.now).toBe(at(24 * HOUR + 2))
  })

  test("compaction keeps the newest change, so that the clock still stands", async () => {
    const { open, store } = makeStoredWorld()
    const before = await open(0)
    before.wallClock.pass(2 * HOUR)
    await write(before.world)
    const worlds = new StoredWorlds(store)
    const one = worlds.world("main")
    await one.load()
    await one.snapshot(before.world.state, before.world.version)
    await worlds.compact()
    expect((await open(HOUR)).world.now).toBe(at(2 * HOUR))
  })
})
