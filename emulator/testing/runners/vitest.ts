import { test as base, expect, type TestAPI } from "vitest"
import type { AnyTypes } from "../../../src/world/index.ts"
import { type HexariumMatchers, matchers } from "../matchers/index.ts"
import { requireRunner } from "./runner-version.ts"
import type { TestFixtures, TestWorld } from "./test-world.ts"
import { openWorlds, type TestWorldOptions, wantsCapsules } from "./test-worlds.ts"
import { type Opened, worldFixtures } from "./world-fixtures.ts"

export type { TestFixtures, TestWorld } from "./test-world.ts"
export { type TestWorldOptions, type TestWorlds, testWorlds } from "./test-worlds.ts"

requireRunner("hexarium/vitest", { name: "Vitest", package: "vitest", since: "3.0" })
expect.extend(matchers)

declare module "vitest" {
  interface Matchers<T> extends HexariumMatchers<void> {}
}

/** The fixtures of a test that `hexariumTest` declares. */
export interface VitestFixtures<S extends AnyTypes = undefined> extends TestFixtures<S> {
  /** The test's `TestWorld`, which contains most of the other fixtures as properties. */
  readonly hexarium: TestWorld<S>
}

/**
 * Creates a Vitest `test` function that runs each test in its own world, with the fixtures `world`, `as`, `client`,
 * `token`, `app`, `fetch`, `url`, `server`, `clock` and `mail` (docs/testing.md). The fixture file is loaded once per
 * test file and forked for each test. A server starts only for tests that use `url` or `server`.
 *
 * @example
 * ```ts
 * import { hexariumTest } from "hexarium/vitest"
 * import { expect } from "vitest"
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
export function hexariumTest<S extends AnyTypes = undefined>(options?: TestWorldOptions<S>): TestAPI<VitestFixtures<S>>
export function hexariumTest(options: TestWorldOptions = {}): unknown {
  const open = openWorlds(options, "hexariumTest")
  const fixtures = worldFixtures(open)
  if (!wantsCapsules(options)) return base.extend<VitestFixtures & Opened>(fixtures)
  return base.extend<VitestFixtures & Opened>({
    ...fixtures,
    opened: async ({ task }, use) => {
      const own = await open()
      await use(own)
      if (task.result?.state === "fail" && task.fails !== true) {
        const { addFailureCapsule, capsuleFileOf } = await import("./failure-capsule.ts")
        const file = capsuleFileOf({ name: task.name, place: `${task.file.filepath} ${task.fullTestName}` })
        await addFailureCapsule(task.result.errors ?? [], own.world, file)
      }
      await own.close()
    },
  })
}
