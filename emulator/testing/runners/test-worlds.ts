import {
  type AnyTypes,
  type CreateWorld,
  createWorld,
  FixtureError,
  type NamesOf,
  requireOptions,
  shown,
  type World,
  type WorldOf,
} from "../../../src/inside.ts"
import { inheritFixture, rememberFixture } from "../../adapters/fixture-files/world-fixture.ts"
import { fixturesFor } from "./fixture-needs.ts"
import { readTestFixture } from "../../runners/read-test-fixture.ts"
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

/** The options that there are. */
export const TEST_WORLD_OPTIONS: NamesOf<TestWorldOptions> = {
  ...{ fixture: true, prepare: true, prepared: true, seed: true, clock: true, persistence: true, ports: true },
  ...{ baseUrl: true, sources: true, isStructureKnown: true, mailboxSize: true, slowTasks: true },
}

/** Opens worlds that all begin alike, each a fork. Options that do not exist are refused at once, in the name of who takes them. */
export function openWorlds(options: TestWorldOptions = {}, where = "testWorlds"): () => Promise<OpenedWorld> {
  if (typeof options === "string" || (options as unknown) instanceof URL) {
    throw new TypeError(`${where} takes an object of options: ${where}({ fixture: ${shown(String(options))} })`)
  }
  requireOptions(where, options, TEST_WORLD_OPTIONS)
  const { prepare } = options
  if (prepare !== undefined && typeof prepare !== "function") {
    throw new TypeError(`${where}: prepare is a function that takes the world, not ${shown(prepare)}`)
  }
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
  return namedTestWorlds(options, "testWorlds")
}

/** The same in the name of who takes the options. */
export function namedTestWorlds(options: TestWorldOptions, where: string): TestWorlds {
  const open = openWorlds(options, where)
  return {
    fresh: async () => (await open()).whole(),
    inWorld(test) {
      if (typeof test !== "function") throw new TypeError(`inWorld takes the function of a test, not ${shown(test)}`)
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

interface Loaded {
  readonly fixture?: CreateWorld["fixture"]
  readonly sources?: CreateWorld["sources"]
  /** A mistake of the fixture, with the file that it stands in. */
  blame(error: FixtureError): FixtureError
}

async function loadFixture(fixture: TestWorldOptions["fixture"]): Promise<Loaded> {
  if (typeof fixture !== "string" && !(fixture instanceof URL)) {
    return { ...(fixture === undefined ? {} : { fixture }), blame: (error) => error }
  }
  const { fixture: read, sources, blame } = await readTestFixture(fixture)
  return { fixture: read, sources, blame }
}

async function makeBase({ fixture, prepare, ...options }: TestWorldOptions): Promise<World> {
  const { blame, ...loaded } = await loadFixture(fixture)
  const own = "fixture" in loaded ? (loaded.fixture as { readonly clock?: object; readonly seed?: number }) : {}
  const world = await createWorld({
    ...(own.clock === undefined ? { clock: { mode: "frozen", now: TEST_NOW } } : {}),
    ...(own.seed === undefined ? { seed: 1 } : {}),
    ...loaded,
    ...options,
  }).catch((error: unknown) => {
    throw error instanceof FixtureError ? blame(error) : error
  })
  if (typeof fixture === "string") rememberFixture(world, [fixture])
  if (fixture instanceof URL) rememberFixture(world, [fixture.pathname])
  await prepare?.(world)
  return world
}
