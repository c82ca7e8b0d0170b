/** Public exports for fixtures and invariants. */
export { fixtureJsonSchema, fixtureSchema, prepareFixture } from "./fixtures/index.ts"
export { BrokenInvariants, checkInvariants, dumpFixture, type Invariant, invariants } from "./world/index.ts"
