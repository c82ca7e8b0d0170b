import { test as base, expect, type TestAPI } from "vitest"
import type { AnyTypes } from "../../../src/inside.ts"
import { type HexariumMatchers, matchers } from "../matchers/index.ts"
import { requireRunner } from "./runner-version.ts"
import type { TestFixtures, TestWorld } from "./test-world.ts"
import { openWorlds, type TestWorldOptions } from "./test-worlds.ts"
import { type Opened, worldFixtures } from "./world-fixtures.ts"

export type { TestFixtures, TestWorld } from "./test-world.ts"
export { type TestWorldOptions, type TestWorlds, testWorlds } from "./test-worlds.ts"

requireRunner("hexarium/vitest", { name: "Vitest", package: "vitest", since: "3.0" })
expect.extend(matchers)

declare module "vitest" {
  interface Matchers<T> extends HexariumMatchers<void> {}
}

/** What a test of `hexariumTest` may take; `hexarium` is the whole `TestWorld`. */
export interface VitestFixtures<S extends AnyTypes = undefined> extends TestFixtures<S> {
  /** The whole `TestWorld`. */
  readonly hexarium: TestWorld<S>
}

/**
 * A `test` whose every run gets a world of its own: `world`, `as`, `client`, `token`, `app`, `fetch`, `url`, `server`, `clock` and
 * `mail` as fixtures (docs/testing.md). The fixture is loaded once per file; each test works on a fork, which costs microseconds, and
 * a server is started only for tests that take `url` or `server`.
 *
 * ```ts
 * const test = hexariumTest({ fixture: "fixtures/shop.yaml" })
 * test("a new deal is open", async ({ as }) => { await as("ada@acme.test").createItem({ … }) })
 * ```
 */
export function hexariumTest<S extends AnyTypes = undefined>(options?: TestWorldOptions<S>): TestAPI<VitestFixtures<S>>
export function hexariumTest(options: TestWorldOptions = {}): unknown {
  const open = openWorlds(options, "hexariumTest")
  return base.extend<VitestFixtures & Opened>({
    ...worldFixtures(open),
  })
}
