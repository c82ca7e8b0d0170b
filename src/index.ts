/**
 * The engine's public API. Everything else is internal.
 *
 * This file contains only `export *`, so that a bundler can leave out the parts that a page does not use.
 */
export * from "./index-fixtures.ts"
export * from "./index-world.ts"
