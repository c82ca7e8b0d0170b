/** Entry point `hexarium/worlds`: worlds for tests with any test runner. This module imports no runner. */
export type { TestFixtures, TestWorld } from "./test-world.ts"
export { type TestWorldOptions, type TestWorlds, testWorlds } from "./test-worlds.ts"
