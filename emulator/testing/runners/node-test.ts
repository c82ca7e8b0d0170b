import { test as base, type TestContext, type TestOptions } from "node:test"
import type { AnyTypes } from "../../../src/world/index.ts"
import type { TestName } from "./failure-capsule.ts"
import type { TestFixtures } from "./test-world.ts"
import { namedTestWorlds, type TestWorldOptions } from "./test-worlds.ts"

export type { TestFixtures, TestWorld } from "./test-world.ts"
export { type TestWorldOptions, type TestWorlds, testWorlds } from "./test-worlds.ts"

/** The function of a test. It takes the fixtures, then the context of Node's test runner. */
export type NodeTestBody<S extends AnyTypes = undefined> = (fixtures: TestFixtures<S>, context: TestContext) => unknown

/** Declares a test that runs in its own world. */
export interface DeclareNodeTest<S extends AnyTypes = undefined> {
  (name: string, body: NodeTestBody<S>): Promise<void>
  (name: string, options: TestOptions, body: NodeTestBody<S>): Promise<void>
}

/** `test` of `node:test` with a separate world for each test. `only`, `skip` and `todo` work as in Node. */
export interface NodeTest<S extends AnyTypes = undefined> extends DeclareNodeTest<S> {
  /** Declares a test with Node's `only` option: with `--test-only`, Node skips the other tests. */
  readonly only: DeclareNodeTest<S>
  /** Declares a test that is skipped. */
  readonly skip: DeclareNodeTest<S>
  /** Adds a reminder for a test that still has to be written. */
  todo(name: string): Promise<void>
}

/**
 * Creates a `test` function for Node's test runner that runs each test in its own world (docs/testing.md). A test takes
 * the fixtures, then Node's context. The fixture is loaded once per file and forked for each test. A server starts only
 * for tests that use `url` or `server`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict"
 * import { hexariumTest } from "hexarium/node-test"
 *
 * const test = hexariumTest({ fixture: "shop.yaml" })
 *
 * test("an order is numbered", async ({ as }) => {
 *   const orders = { application: "SHOP", datastore: "Orders" }
 *   const { itemId } = await as("bob@shop.test").createItem({ ...orders, item: { Total: 12 } })
 *   const { title } = await as("bob@shop.test").getItemDetails({ ...orders, itemId })
 *   assert.equal(title, "O-0001")
 * })
 * ```
 */
export function hexariumTest<S extends AnyTypes = undefined>(options?: TestWorldOptions<S>): NodeTest<S>
export function hexariumTest(options: TestWorldOptions = {}): NodeTest {
  const worlds = namedTestWorlds(options, "hexariumTest", runningTest)
  type Declare = (name: string, options: TestOptions, run: (context: TestContext) => Promise<void>) => Promise<void>
  const declaring =
    (declare: Declare): DeclareNodeTest =>
    (name: string, first: TestOptions | NodeTestBody, second?: NodeTestBody) => {
      const [how, body] = typeof first === "function" ? [{}, first] : [first, second]
      if (body === undefined) throw new TypeError(`the test ${JSON.stringify(name)} has no function`)
      return declare(name, how, worlds.inWorld(body))
    }
  return Object.assign(declaring(base), {
    only: declaring(base.only),
    skip: declaring(base.skip),
    todo: (name: string) => base.todo(name),
  })
}

/** Returns the name and file of the running test. Node passes the file since version 22.6. */
function runningTest([context]: readonly unknown[]): TestName {
  const { name, filePath: place } = context as TestContext & { readonly filePath?: string | undefined }
  return { name, place }
}
