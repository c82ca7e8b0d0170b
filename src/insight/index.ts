export { badCapsule } from "./capsule/bad-capsule.ts"
export { packCapsule, readCapsule } from "./capsule/capsule-file.ts"
export {
  CAPSULE_FORMAT,
  type Capsule,
  type CapsuleChange,
  type CapsuleRequest,
  capsuleSchema,
} from "./capsule/capsule-form.ts"
export { packChange, packState, unlessBroken, unpackChanges, unpackState } from "./capsule/capsule-state.ts"
export { ConcealedRecords, REPLACEMENT_PASSWORD } from "./capsule/conceal-records.ts"
export { compareStates } from "./compare-states.ts"
export { closedPorts, type DryRun, dryRun, partsOfDryRun, sentMails } from "./dry-run.ts"
export { type ExplainedState, explain } from "./explain.ts"
export { explanationLines, failureLines } from "./explanation-text.ts"
export { referenceTo } from "./facts.ts"
export {
  type Bisection,
  type HistorySettings,
  type KeptChange,
  patchesOfChange,
  type RequestVersions,
  type Version,
  type VersionDifferences,
  type VersionHistory,
} from "./history.ts"
export { HistoryRoom } from "./history-room.ts"
export { issuesOf } from "./issues.ts"
export type { KeptVersion } from "./kept-version.ts"
export { GRAPHQL_REQUEST } from "./secrets/secret-kinds.ts"
export { isSecretMember, type SecretRoom, Secrets } from "./secrets/secrets.ts"
export { stepOf } from "./slots.ts"
export {
  type ChangeCall,
  type Edit,
  type InputIssue,
  type InputPath,
  type TrialOutcome,
  type TriedRequest,
  withEdit,
} from "./tried-request.ts"
export { Versioned } from "./versioned.ts"
export { callOf, type WantedItem } from "./wants.ts"
