/** What is exported of fixtures and invariants, with the schemas and checks that stand behind them. */
export { dumpFixture } from "./fixtures/dump/dump.ts"
export { prepareFixture } from "./fixtures/prepared.ts"
export { fixtureSchema } from "./fixtures/schema/fixture.ts"
export { fixtureJsonSchema } from "./fixtures/schema/json-schema.ts"
export { BrokenInvariants, checkInvariants, type Invariant, invariants } from "./world/invariants/invariants.ts"
