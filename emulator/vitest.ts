import { test as base, type TestAPI } from "vitest"
import { type TestWorld, type TestWorldOptions, testWorlds } from "./test-worlds.ts"

export { type TestWorld, type TestWorldOptions, type TestWorlds, testWorlds } from "./test-worlds.ts"

/**
 * A `test` whose every run gets a world of its own: `world`, `app`, `as`, `client`, `clock` and `mail` as fixtures. The fixture is
 * loaded once per file; each test works on a fork, which costs microseconds.
 *
 * ```ts
 * const test = hexariumTest({ fixture: "fixtures/shop.yaml" })
 * test("a new deal is open", async ({ as }) => { await as("ada@acme.test").createItem({ … }) })
 * ```
 */
export function hexariumTest(options: TestWorldOptions = {}): TestAPI<TestWorld & { readonly hexarium: TestWorld }> {
  const worlds = testWorlds(options)
  return base.extend<TestWorld & { readonly hexarium: TestWorld }>({
    // biome-ignore lint/correctness/noEmptyPattern: the runner finds a fixture's needs by destructuring
    hexarium: async ({}, use) => {
      const fresh = await worlds.fresh()
      await use(fresh)
      await fresh.world.idle()
    },
    world: ({ hexarium }, use) => use(hexarium.world),
    app: ({ hexarium }, use) => use(hexarium.app),
    as: ({ hexarium }, use) => use(hexarium.as),
    client: ({ hexarium }, use) => use(hexarium.client),
    clock: ({ hexarium }, use) => use(hexarium.clock),
    mail: ({ hexarium }, use) => use(hexarium.mail),
  }) as TestAPI<TestWorld & { readonly hexarium: TestWorld }>
}
