export { type DryRun, dryRun, partsOfDryRun, sentMails } from "./dry-run.ts"
export { type ExplainedState, explain } from "./explain.ts"
export { Explainable } from "./explainable.ts"
export { referenceTo } from "./facts.ts"
export { issuesOf } from "./issues.ts"
export {
  type ChangeCall,
  type Edit,
  type InputIssue,
  type InputPath,
  type TrialOutcome,
  type TriedRequest,
  withEdit,
} from "./tried-request.ts"
export { callOf, type Want, type WantedItem } from "./wants.ts"
