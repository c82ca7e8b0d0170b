/**
 * What users of the engine may rely on. Everything else is the engine's own business; the emulator has a door of its own,
 * `inside.ts`.
 *
 * Nothing but `export *`: built as it stands, so that a bundler leaves out of a page the parts that it does not ask for.
 */
export * from "./index-fixtures.ts"
export * from "./index-world.ts"
