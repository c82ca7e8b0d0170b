/**
 * The property-testing kit. It generates data from a world's schema, compares the world with a reference model, checks
 * invariants and shrinks failures to a few calls. Requires fast-check 4.x.
 */
export { BrokenInvariants, checkInvariants, type Invariant, invariants } from "../../../src/world/index.ts"
export type { ItemOptions } from "./arbitraries/accepted-item.ts"
export type { ConditionBody } from "./arbitraries/conditions.ts"
export { smallFixture } from "./arbitraries/fixtures.ts"
export type { InvalidItem } from "./arbitraries/values.ts"
export type { CheckReport } from "./check.ts"
export type { CheckOptions, RuleWorld } from "./check-options.ts"
export type { AnyKind, KitCommand } from "./commands/command.ts"
export { everyKind, type KindName, kinds } from "./commands/index.ts"
export { type Exploration, type ExploredOutcome, explore } from "./explore.ts"
export { KitError, KitFailure } from "./failures.ts"
export { checkSource as check, createKit, Kit, type KitOptions, type KitSource } from "./kit.ts"
export type { KeyUpdates } from "./model/keys.ts"
export type { Related, RelatedBody } from "./model/write-body.ts"
export type { KitDatastore, KitField, KitGroup, KitItem, KitRole, KitSchema, KitUser } from "./schema.ts"
export type { KitAnswer, KitFile, KitRequest, Target } from "./targets.ts"
export { worldTarget } from "./world-target.ts"
