import { FixtureError, type Mistake, mistakeText } from "../../../src/fixtures/index.ts"
import { defined, inspect, type NamesOf, requireOptions } from "../../../src/model/index.ts"
import {
  type AnyTypes,
  CREATE_WORLD_OPTIONS,
  type CreateWorld,
  createEngineWorld,
  type EngineWorld,
  type WorldOf,
} from "../../../src/world/index.ts"
import { inheritFixture, rememberFixture } from "../../adapters/index.ts"
import type { TestName } from "./failure-capsule.ts"
import { fixturesFor } from "./fixture-needs.ts"
import { readTestFixture } from "./read-test-fixture.ts"
import type { FileCoverage } from "./test-coverage.ts"
import { type OpenedWorld, openWorld, type TestFixtures, type TestWorld } from "./test-world.ts"

/** Options that define the initial world of a file's tests (docs/testing.md). */
export interface TestWorldOptions<S extends AnyTypes = undefined> extends Omit<CreateWorld, "fixture"> {
  /**
   * A fixture, or the location of a JSON or YAML fixture file: a path relative to the working directory, or a URL such
   * as `new URL("shop.yaml", import.meta.url)`. Default: an empty world.
   */
  readonly fixture?: CreateWorld["fixture"] | string | URL
  /** Changes the initial world. The function runs once, before the first test; all tests start with its changes. */
  readonly prepare?: (world: WorldOf<S>) => void | Promise<void>
  /**
   * With `on-failure`, a failed test writes a capsule of its world to the folder `hexarium-capsules` (insight.md section 4). The failure's
   * message contains the file's path. The worlds then keep their last 1,000 versions, unless `history` is set. Default: no capsules.
   */
  readonly capsules?: "on-failure" | undefined
  /**
   * Counts what the tests use, for one report of all workers (insight.md section 5). Needs the reporter
   * `hexarium/coverage`, or `hexarium exec --coverage`. Default: false.
   */
  readonly coverage?: boolean
}

/** Creates independent worlds that all start in the same state. */
export interface TestWorlds<S extends AnyTypes = undefined> {
  /** Creates a fork of the initial world. The first call also loads the fixture and runs `prepare`. Close the fork after the test. */
  fresh(): Promise<TestWorld<S>>
  /**
   * Wraps a test function for any test runner. The returned function creates a world, calls `test` with the fixtures
   * and the runner's arguments, and closes the world. A server starts if the first parameter of `test` destructures
   * `url` or `server`, or is not destructured.
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

export const TEST_WORLD_OPTIONS: NamesOf<TestWorldOptions> = {
  ...CREATE_WORLD_OPTIONS,
  prepare: true,
  capsules: true,
  coverage: true,
}

/** Returns a function that forks the initial world. Throws for unknown options. `where` is the caller's name in messages. */
export function openWorlds(options: TestWorldOptions = {}, where = "testWorlds"): () => Promise<OpenedWorld> {
  if (typeof options === "string" || (options as unknown) instanceof URL) {
    throw new TypeError(`${where} expects options, as in ${where}({ fixture: ${inspect(String(options))} })`)
  }
  requireOptions(where, options, TEST_WORLD_OPTIONS)
  const { prepare, coverage = false } = options
  if (prepare !== undefined && typeof prepare !== "function") {
    throw new TypeError(
      `${where}: expected prepare to be a function that takes the world, received ${inspect(prepare)}`,
    )
  }
  requireCapsules(where, options)
  if (typeof coverage !== "boolean") {
    throw new TypeError(`${where}: expected coverage to be true or false, received ${inspect(coverage)}`)
  }
  let base: Promise<EngineWorld> | undefined
  let counting: Promise<FileCoverage> | undefined
  return async () => {
    base ??= makeBase(options)
    if (coverage) counting ??= import("./test-coverage.ts").then((module) => new module.FileCoverage())
    const [from, counter] = [await base, await counting]
    const world = from.fork()
    inheritFixture(world, from)
    return openWorld(world, counter)
  }
}

const HISTORY_FOR_CAPSULES = 1000

export const wantsCapsules = ({ capsules }: TestWorldOptions): boolean => capsules === "on-failure"

function requireCapsules(where: string, { capsules, history }: TestWorldOptions): void {
  if (capsules !== undefined && capsules !== "on-failure")
    throw new TypeError(`${where}: expected capsules to be "on-failure", received ${inspect(capsules)}`)
  if (capsules !== undefined && history === 0)
    throw new TypeError(`${where}: capsules need a history; omit history, or set it to at least 1`)
}

/**
 * Creates worlds for any test runner. To make runs repeatable, the clock is frozen at 2026-01-05T09:00:00Z and the seed
 * is 1 unless the options or the fixture set them. If the fixture is missing or invalid, tests reject with a message
 * that says what to do.
 *
 * @example
 * ```ts
 * import { testWorlds } from "hexarium/worlds"
 * import { it } from "some-runner"
 *
 * const worlds = testWorlds({ fixture: "shop.yaml" })
 * it("adds an order", worlds.inWorld(async ({ as }) => {
 *   await as("bob@shop.test").createItem({ application: "SHOP", datastore: "Orders", item: { Total: 12 } })
 * }))
 * ```
 */
export function testWorlds<S extends AnyTypes = undefined>(options?: TestWorldOptions<S>): TestWorlds<S>
export function testWorlds(options: TestWorldOptions = {}): TestWorlds {
  return namedTestWorlds(options, "testWorlds")
}

/** Returns the name of the running test by the arguments that its runner passed; undefined if the runner passes none. */
export type FindTestName = (args: readonly unknown[]) => TestName | undefined

interface NamedTestWorlds extends TestWorlds {
  /** Like `inWorld`, for a test that is expected to fail, and therefore writes no capsule. */
  readonly inWorldOfFailing: TestWorlds["inWorld"]
}

export function namedTestWorlds(
  options: TestWorldOptions,
  where: string,
  findName: FindTestName = () => undefined,
): NamedTestWorlds {
  const open = openWorlds(options, where)
  const wrap =
    (hasCapsule: boolean): TestWorlds["inWorld"] =>
    (test) => {
      if (typeof test !== "function")
        throw new TypeError(`inWorld expects the test as a function, received ${inspect(test)}`)
      return async (...args) => {
        const own = await open()
        try {
          await test(await fixturesFor(own, test), ...args)
        } catch (error) {
          if (!hasCapsule) throw error
          const failure = error instanceof Error || typeof error === "object" ? error : new Error(inspect(error))
          const { addFailureCapsule, capsuleFileOf } = await import("./failure-capsule.ts")
          await addFailureCapsule([failure], own.world, capsuleFileOf(findName(args)))
          throw failure
        } finally {
          await own.close()
        }
      }
    }
  return {
    fresh: async () => (await open()).whole(),
    inWorld: wrap(wantsCapsules(options)),
    inWorldOfFailing: wrap(false),
  }
}

interface Loaded {
  readonly fixture?: CreateWorld["fixture"]
  readonly sources?: CreateWorld["sources"]
  blame(error: FixtureError): FixtureError
}

async function loadFixture(fixture: TestWorldOptions["fixture"]): Promise<Loaded> {
  if (typeof fixture !== "string" && !(fixture instanceof URL)) {
    return { ...defined({ fixture }), blame: (error) => error }
  }
  const { fixture: read, sources, blame } = await readTestFixture(fixture)
  return { fixture: read, sources, blame }
}

async function makeBase({
  fixture,
  prepare,
  onWarnings = printWarnings,
  capsules,
  history = capsules === undefined ? undefined : HISTORY_FOR_CAPSULES,
  coverage: _,
  ...options
}: TestWorldOptions): Promise<EngineWorld> {
  const { blame, ...loaded } = await loadFixture(fixture)
  const own = "fixture" in loaded ? (loaded.fixture as { readonly clock?: object; readonly seed?: number }) : {}
  const world = await createEngineWorld({
    ...(own.clock === undefined ? { clock: { mode: "frozen", now: TEST_NOW } } : {}),
    ...(own.seed === undefined ? { seed: 1 } : {}),
    ...loaded,
    ...options,
    history,
    onWarnings: (found) => onWarnings(blame(new FixtureError(found)).mistakes),
  }).catch((error: unknown) => {
    throw error instanceof FixtureError ? blame(error) : error
  })
  if (typeof fixture === "string") rememberFixture(world, [fixture])
  if (fixture instanceof URL) rememberFixture(world, [fixture.pathname])
  await prepare?.(world)
  return world
}

/** The runner loads a fixture once per test file, and therefore prints its warnings once. */
function printWarnings(warnings: readonly Mistake[]): void {
  const count = warnings.length === 1 ? "a warning" : `${warnings.length} warnings`
  const lines = warnings.map((warning) => `  ${mistakeText(warning)}\n`)
  process.stderr.write(`hexarium: the fixture has ${count}; onWarnings: () => {} hides them\n${lines.join("")}`)
}
