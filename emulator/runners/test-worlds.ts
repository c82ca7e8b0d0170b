import { type AnyTypes, type CreateWorld, createWorld, type World, type WorldOf } from "../../src/inside.ts"
import { inheritFixture, rememberFixture } from "../fixture-files/world-fixture.ts"
import { fixturesFor } from "./fixture-needs.ts"
import { readTestFixture } from "./read-test-fixture.ts"
import { type OpenedWorld, openWorld, type TestFixtures, type TestWorld } from "./test-world.ts"

/** What the worlds of a file of tests begin with (docs/testing.md). */
export interface TestWorldOptions<S extends AnyTypes = undefined> extends Omit<CreateWorld, "fixture"> {
  /**
   * A fixture, or where a fixture file (JSON or YAML) is: a path relative to the working directory, or a URL such as
   * `new URL("shop.yaml", import.meta.url)`. Absent: an empty world.
   */
  readonly fixture?: CreateWorld["fixture"] | string | URL
  /** Work on the world before the first test, done once: what every test is to find there. */
  readonly prepare?: (world: WorldOf<S>) => void | Promise<void>
}

/** Hands out worlds that all begin alike and know nothing of each other. */
export interface TestWorlds<S extends AnyTypes = undefined> {
  /** A fork of the prepared world; loading and preparing happen once, on the first call. Close it after the test. */
  fresh(): Promise<TestWorld<S>>
  /**
   * A test for any runner: a function that runs `test` in a world of its own and closes the world afterwards. What the runner
   * calls it with follows the fixtures. A server is started where `test` names `url` or `server` in its first parameter.
   *
   * ```ts
   * it("numbers an order", worlds.inWorld(async ({ as }) => { await as("ada@acme.test").createItem({ … }) }))
   * ```
   */
  inWorld<A extends readonly unknown[]>(
    test: (fixtures: TestFixtures<S>, ...args: A) => unknown,
  ): (...args: A) => Promise<void>
}

const TEST_NOW = "2026-01-05T09:00:00.000Z"

/** Opens worlds that all begin alike, each a fork. */
export function openWorlds(options: TestWorldOptions = {}): () => Promise<OpenedWorld> {
  let base: Promise<World> | undefined
  return async () => {
    base ??= makeBase(options)
    const from = await base
    const world = from.fork()
    inheritFixture(world, from)
    return openWorld(world)
  }
}

/**
 * Worlds for any test runner. The clock is frozen at 2026-01-05T09:00:00Z and the seed is 1 unless the options or the fixture say
 * otherwise, so that runs are the same. A fixture that is missing or faulty rejects the first test with what to do about it.
 */
export function testWorlds<S extends AnyTypes = undefined>(options?: TestWorldOptions<S>): TestWorlds<S>
export function testWorlds(options: TestWorldOptions = {}): TestWorlds {
  const open = openWorlds(options)
  return {
    fresh: async () => (await open()).whole(),
    inWorld(test) {
      return async (...args) => {
        const own = await open()
        try {
          await test(await fixturesFor(own, test), ...args)
        } finally {
          await own.close()
        }
      }
    },
  }
}

async function makeBase({ fixture, prepare, ...options }: TestWorldOptions): Promise<World> {
  const loaded =
    typeof fixture === "string" || fixture instanceof URL
      ? await readTestFixture(fixture)
      : fixture === undefined
        ? {}
        : { fixture }
  const own = "fixture" in loaded ? (loaded.fixture as { readonly clock?: object; readonly seed?: number }) : {}
  const world = await createWorld({
    ...(own.clock === undefined ? { clock: { mode: "frozen", now: TEST_NOW } } : {}),
    ...(own.seed === undefined ? { seed: 1 } : {}),
    ...loaded,
    ...options,
  })
  if (typeof fixture === "string") rememberFixture(world, [fixture])
  if (fixture instanceof URL) rememberFixture(world, [fixture.pathname])
  await prepare?.(world)
  return world
}
