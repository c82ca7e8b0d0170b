/** Worlds for tests, whatever runs them: `hexarium/worlds`. No runner is imported. */
export type { TestFixtures, TestWorld } from "./test-world.ts"
export { type TestWorldOptions, type TestWorlds, testWorlds } from "./test-worlds.ts"
