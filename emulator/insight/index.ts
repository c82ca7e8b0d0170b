export {
  type CapsuleDifference,
  type CapsuleResponse,
  type OpenMoment,
  openCapsule,
  type Replayed,
  replayCapsule,
} from "./capsules/replay-capsule.ts"
export type { CapsuleParts } from "./capsules/write-capsule.ts"
export { Coverage, ServerCoverage } from "./coverage.ts"
export {
  type CoverageCounts,
  type CoverageReport,
  countsOf,
  coverageText,
  reportCoverage,
  reportOf,
} from "./coverage-report.ts"
export { explainRequest } from "./explain-request.ts"
export { mergeCounts } from "./merge-counts.ts"
export { refusedOutcome } from "./outcomes.ts"
export { renderCall } from "./render-call.ts"
export type { ShownRequest } from "./shown-request.ts"
export { type GivenRequest, headersOf, takesForm } from "./tried-api-request.ts"
export { ValueComparison } from "./unify/compare-values.ts"
export type { Difference, DifferenceKind } from "./unify/difference.ts"
export { idsIn, Unifier } from "./unify/unifier.ts"
