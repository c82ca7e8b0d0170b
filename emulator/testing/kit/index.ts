/**
 * The property kit: data from a world's own schema, commands with a reference model, invariants, and counterexamples as a
 * few calls. Needs fast-check (4.x) beside it.
 */
export { BrokenInvariants, checkInvariants, type Invariant, invariants } from "../../../src/inside.ts"
export type { ItemOptions } from "./arbitraries/accepted-item.ts"
export type { ConditionBody } from "./arbitraries/conditions.ts"
export { smallFixture } from "./arbitraries/fixtures.ts"
export type { InvalidItem } from "./arbitraries/values.ts"
export type { CheckReport } from "./check.ts"
export type { CheckOptions } from "./check-options.ts"
export type { AnyKind, KitCommand } from "../../kit/commands/command.ts"
export { everyKind, type KindName, kinds } from "../../kit/commands/index.ts"
export { type Exploration, type ExploredOutcome, explore } from "./explore.ts"
export { KitError, KitFailure } from "./failures.ts"
export { checkSource as check, createKit, Kit, type KitOptions, type KitSource } from "./kit.ts"
export type { KeyUpdates } from "./model/keys.ts"
export type { Related, RelatedBody } from "./model/write-body.ts"
export type { KitDatastore, KitField, KitGroup, KitItem, KitReport, KitRole, KitSchema, KitUser } from "./schema.ts"
export type { KitAnswer, KitFile, KitRequest, Target } from "../../kit/targets.ts"
export { worldTarget } from "./world-target.ts"
