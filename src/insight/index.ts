export type { Capsule } from "./capsule/index.ts"
export { compareStates } from "./compare-states.ts"
export { closedPorts, type DryRun, dryRun, partsOfDryRun, sentMails } from "./dry-run.ts"
export type { ExplainedState } from "./explain.ts"
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
export type { KeptVersion } from "./kept-version.ts"
export type { OutcomeHeaders } from "./outcome-headers.ts"
export { hiddenBytes, hiddenEmail, hiddenFileName, hiddenReference, hiddenText } from "./secrets/hidden-text.ts"
export { GRAPHQL_REQUEST } from "./secrets/secret-kinds.ts"
export { isSecretMember, type SecretRoom, Secrets } from "./secrets/secrets.ts"
export { stepOf } from "./slots.ts"
export type { ChangeCall, Edit, InputIssue, InputPath, TrialOutcome, TriedRequest } from "./tried-request.ts"
export { type CapsuleOptions, Versioned } from "./versioned.ts"
export type { WantedItem } from "./wants.ts"
