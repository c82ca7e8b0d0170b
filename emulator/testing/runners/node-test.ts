import { test as base, type TestContext, type TestOptions } from "node:test"
import type { AnyTypes } from "../../../src/inside.ts"
import type { TestFixtures } from "./test-world.ts"
import { namedTestWorlds, type TestWorldOptions } from "./test-worlds.ts"

export type { TestFixtures, TestWorld } from "./test-world.ts"
export { type TestWorldOptions, type TestWorlds, testWorlds } from "./test-worlds.ts"

/** A test as Node's runner takes it, behind the fixtures of a world. */
export type NodeTestBody<S extends AnyTypes = undefined> = (fixtures: TestFixtures<S>, context: TestContext) => unknown

/** Declares a test of Node's runner that runs in a world of its own. */
export interface DeclareNodeTest<S extends AnyTypes = undefined> {
  (name: string, body: NodeTestBody<S>): Promise<void>
  (name: string, options: TestOptions, body: NodeTestBody<S>): Promise<void>
}

/** `test` of `node:test` with a world per test; `only` and `skip` as there. */
export interface NodeTest<S extends AnyTypes = undefined> extends DeclareNodeTest<S> {
  /** The same for a test that runs alone. */
  readonly only: DeclareNodeTest<S>
  /** The same for a test that is passed over. */
  readonly skip: DeclareNodeTest<S>
  /** Names a test that is yet to be written. */
  todo(name: string): Promise<void>
}

/**
 * A `test` for Node's own runner whose every run gets a world of its own (docs/testing.md): the fixtures first, then Node's context.
 * The fixture is loaded once per file, each test works on a fork of it, and a server is started only for tests that take `url` or
 * `server`.
 *
 * ```ts
 * const test = hexariumTest({ fixture: "shop.yaml" })
 * test("a new order is numbered", async ({ as }) => { await as("ada@shop.test").createItem({ … }) })
 * ```
 */
export function hexariumTest<S extends AnyTypes = undefined>(options?: TestWorldOptions<S>): NodeTest<S>
export function hexariumTest(options: TestWorldOptions = {}): NodeTest {
  const worlds = namedTestWorlds(options, "hexariumTest")
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
