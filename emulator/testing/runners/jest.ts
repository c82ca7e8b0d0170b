import { test as base, expect } from "@jest/globals"
import type { AnyTypes } from "../../../src/inside.ts"
import { type HexariumMatchers, matchers } from "../matchers/index.ts"
import { requireRunner } from "./runner-version.ts"
import type { TestFixtures } from "./test-world.ts"
import { namedTestWorlds, type TestWorldOptions } from "./test-worlds.ts"

export type { TestFixtures, TestWorld } from "./test-world.ts"
export { type TestWorldOptions, type TestWorlds, testWorlds } from "./test-worlds.ts"

requireRunner("hexarium/jest", { name: "Jest", package: "@jest/globals", since: "30.0" })
expect.extend(matchers)
if (typeof Request === "undefined") {
  throw new Error("hexarium/jest needs fetch and its Request, which this environment lacks: use testEnvironment: node")
}

declare module "expect" {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends HexariumMatchers<R> {}
}

declare global {
  /** Where @types/jest has what its global `expect` can do; without it nothing stands here. */
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: as @types/jest declares it, word for word
    interface Matchers<R, T = {}> extends HexariumMatchers<R> {}
  }
}

/** Declares a test of Jest that runs in a world of its own; `timeout` in milliseconds. */
export type DeclareJestTest<S extends AnyTypes = undefined> = (
  name: string,
  body: (fixtures: TestFixtures<S>) => unknown,
  timeout?: number,
) => void

/** `test` of Jest with a world per test; `only`, `skip`, `failing`, `todo` and `each` as there. */
export interface JestTest<S extends AnyTypes = undefined> extends DeclareJestTest<S> {
  /** The same for a test that runs alone. */
  readonly only: DeclareJestTest<S>
  /** The same for a test that is passed over. */
  readonly skip: DeclareJestTest<S>
  /** The same for a test that is to fail. */
  readonly failing: DeclareJestTest<S>
  /** Names a test that is yet to be written. */
  todo(name: string): void
  /** A test per row; the row follows the fixtures, its elements one by one where it is an array. */
  each<T>(
    rows: readonly T[],
  ): (
    name: string,
    body: (fixtures: TestFixtures<S>, ...row: T extends readonly unknown[] ? T : [T]) => unknown,
    timeout?: number,
  ) => void
}

/**
 * A `test` for Jest whose every run gets a world of its own (docs/testing.md). The fixture is loaded once per file, each test works
 * on a fork of it, and a server is started only for tests that take `url` or `server`. Jest runs ESM with
 * `NODE_OPTIONS=--experimental-vm-modules`.
 *
 * ```ts
 * const test = hexariumTest({ fixture: "shop.yaml" })
 * test("a new order is numbered", async ({ as }) => { await as("ada@shop.test").createItem({ … }) })
 * ```
 */
export function hexariumTest<S extends AnyTypes = undefined>(options?: TestWorldOptions<S>): JestTest<S>
export function hexariumTest(options: TestWorldOptions = {}): JestTest {
  const worlds = namedTestWorlds(options, "hexariumTest")
  type Declare = (name: string, run: () => Promise<void>, timeout?: number) => void
  const declaring =
    (declare: Declare): DeclareJestTest =>
    (name, body, timeout) =>
      declare(name, worlds.inWorld(body), timeout)
  return Object.assign(declaring(base), {
    only: declaring(base.only),
    skip: declaring(base.skip),
    failing: declaring(base.failing),
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
