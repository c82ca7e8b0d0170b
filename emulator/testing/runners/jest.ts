import { test as base, expect } from "@jest/globals"
import type { AnyTypes } from "../../../src/world/index.ts"
import { type HexariumMatchers, matchers } from "../matchers/index.ts"
import type { TestName } from "./failure-capsule.ts"
import { requireRunner } from "./runner-version.ts"
import type { TestFixtures } from "./test-world.ts"
import { namedTestWorlds, type TestWorldOptions } from "./test-worlds.ts"

export type { TestFixtures, TestWorld } from "./test-world.ts"
export { type TestWorldOptions, type TestWorlds, testWorlds } from "./test-worlds.ts"

requireRunner("hexarium/jest", { name: "Jest", package: "@jest/globals", since: "30.0" })
expect.extend(matchers)
if (typeof Request === "undefined") {
  throw new Error("hexarium/jest needs fetch and Request; set testEnvironment to node")
}

declare module "expect" {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends HexariumMatchers<R> {}
}

declare global {
  /** Adds the matchers to the types of the global `expect` in @types/jest. Has no effect if that package is not installed. */
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: must equal the declaration in @types/jest
    interface Matchers<R, T = {}> extends HexariumMatchers<R> {}
  }
}

/** Declares a Jest test that runs in its own world; `timeout` is in milliseconds. */
export type DeclareJestTest<S extends AnyTypes = undefined> = (
  name: string,
  body: (fixtures: TestFixtures<S>) => unknown,
  timeout?: number,
) => void

/** Jest's `test` with a separate world for each test. `only`, `skip`, `failing`, `todo` and `each` work as in Jest. */
export interface JestTest<S extends AnyTypes = undefined> extends DeclareJestTest<S> {
  /** Declares a test and skips all other tests of the file that are not declared with `only`. */
  readonly only: DeclareJestTest<S>
  /** Declares a test that is skipped. */
  readonly skip: DeclareJestTest<S>
  /** Declares a test that is expected to fail. */
  readonly failing: DeclareJestTest<S>
  /** Adds a reminder for a test that still has to be written. */
  todo(name: string): void
  /** Declares a test for each element of `rows`. `body` gets the fixtures, then the element; an array is passed as separate arguments. */
  each<T>(
    rows: readonly T[],
  ): (
    name: string,
    body: (fixtures: TestFixtures<S>, ...row: T extends readonly unknown[] ? T : [T]) => unknown,
    timeout?: number,
  ) => void
}

/**
 * Creates a Jest `test` function that runs each test in its own world (docs/testing.md). The fixture is loaded once per
 * file and forked for each test. A server starts only for tests that use `url` or `server`. In CommonJS, Jest needs the
 * preset `hexarium/jest-preset`. In ES modules, it needs `NODE_OPTIONS=--experimental-vm-modules`.
 *
 * @example
 * ```ts
 * import { expect } from "@jest/globals"
 * import { hexariumTest } from "hexarium/jest"
 *
 * const test = hexariumTest({ fixture: "shop.yaml" })
 *
 * test("an order is numbered", async ({ as }) => {
 *   const orders = { application: "SHOP", datastore: "Orders" }
 *   const { itemId } = await as("bob@shop.test").createItem({ ...orders, item: { Total: 12 } })
 *   const { title } = await as("bob@shop.test").getItemDetails({ ...orders, itemId })
 *   expect(title).toBe("O-0001")
 * })
 * ```
 */
export function hexariumTest<S extends AnyTypes = undefined>(options?: TestWorldOptions<S>): JestTest<S>
export function hexariumTest(options: TestWorldOptions = {}): JestTest {
  const worlds = namedTestWorlds(options, "hexariumTest", runningTest)
  type Declare = (name: string, run: () => Promise<void>, timeout?: number) => void
  const declaring =
    (declare: Declare, inWorld = worlds.inWorld): DeclareJestTest =>
    (name, body, timeout) =>
      declare(name, inWorld(body), timeout)
  return Object.assign(declaring(base), {
    only: declaring(base.only),
    skip: declaring(base.skip),
    failing: declaring(base.failing, worlds.inWorldOfFailing),
    todo: (name: string) => base.todo(name),
    each:
      <T>(rows: readonly T[]) =>
      (
        name: string,
        body: (fixtures: TestFixtures, ...row: T extends readonly unknown[] ? T : [T]) => unknown,
        timeout?: number,
      ) =>
        base.each([...rows] as unknown[][])(name, worlds.inWorld(body) as () => Promise<void>, timeout),
  })
}

function runningTest(): TestName {
  const { currentTestName = "", testPath: place } = expect.getState()
  return { name: currentTestName, place }
}
