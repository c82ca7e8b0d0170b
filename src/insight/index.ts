export { compareStates } from "./compare-states.ts"
export { type DryRun, dryRun, partsOfDryRun, sentMails } from "./dry-run.ts"
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
