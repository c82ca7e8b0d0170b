/** Public exports for fixtures and invariants. */
export { dumpFixture, fixtureJsonSchema, fixtureSchema, prepareFixture } from "./fixtures/index.ts"
export { BrokenInvariants, checkInvariants, type Invariant, invariants } from "./world/index.ts"
