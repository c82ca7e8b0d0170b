/** What is exported of fixtures and invariants, with the schemas and checks that stand behind them. */
export { dumpFixture } from "./fixture/dump/dump.ts"
export { prepareFixture } from "./fixture/prepared.ts"
export { fixtureSchema } from "./fixture/schema/fixture.ts"
export { fixtureJsonSchema } from "./fixture/schema/json-schema.ts"
export { BrokenInvariants, checkInvariants, type Invariant, invariants } from "./invariants/invariants.ts"
