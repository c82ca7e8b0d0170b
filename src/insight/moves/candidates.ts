import type { DomainError } from "../../model/index.ts"
import { stepOf } from "../slots.ts"
import { actionCandidates, privilegeCandidates } from "./actions.ts"
import type { Candidate, Refused } from "./move.ts"
import { parameterCandidates } from "./parameters.ts"
import { placeCandidates } from "./place.ts"
import { targetCandidates } from "./target.ts"
import { conflictCandidates, valueCandidates } from "./values.ts"

/** Returns changes that may help a request past the step that refused it. */
export function candidatesFor(refused: Refused, refusal: DomainError): Candidate[] {
  const { causes = [] } = refusal.refusal
  switch (stepOf(refusal)) {
    case "place":
      return placeCandidates(refused, causes)
    case "privilege":
      return privilegeCandidates(refused, causes)
    case "parameters":
      return [...causes.flatMap((cause) => actionCandidates(refused, cause)), ...parameterCandidates(refused)]
    case "target":
      return targetCandidates(refused, causes)
    case "conflict":
      return conflictCandidates(refused)
    case "values":
      return valueCandidates(refused, causes)
    // Nobody can foretell the token that a caller lacks, or what a script accepts.
    case "token":
    case "script":
      return []
  }
}
