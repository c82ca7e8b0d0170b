export {
  CREATE_WORLD_OPTIONS,
  type CreateWorld,
  createEngineWorld,
  createWorld,
  requireHistorySize,
  type WorldIn,
  type WorldOf,
} from "./create-world.ts"
export { dumpFixture } from "./dump-fixture.ts"
export { engineOf, isWorld } from "./engine-of.ts"
export type { Invariant } from "./invariants/invariant.ts"
export { BrokenInvariants, checkInvariants, invariants } from "./invariants/invariants.ts"
export type { PastWorld, World } from "./public-world.ts"
export { seededState } from "./seed/seeded-state.ts"
export type { ActingIn, ActingOf } from "./typed/acting-in.ts"
export type { ItemIn } from "./typed/answers.ts"
export type { ConditionIn } from "./typed/conditions.ts"
export type {
  AnyTypes,
  ApplicationIn,
  ApplicationTypes,
  DatastoreIn,
  DatastoreTypes,
  TypesOf,
  WorldTypes,
} from "./typed/schema.ts"
export { EngineWorld } from "./world.ts"
