import type { Facts, Move, UId } from "../../model/index.ts"
import type { Scope } from "../scope.ts"
import type { ChangeCall, Edit, InputIssue } from "../tried-request.ts"

/** A change that may help a refused request. The search tries it on a copy of the world. */
export interface Candidate {
  readonly kind: Move["kind"]
  readonly facts: Facts
  /** Changes of the request. */
  readonly edits?: readonly Edit[]
  /** Another user who sends the request. */
  readonly sender?: UId
  /** Changes of the world, made before the request. */
  readonly changes?: readonly ChangeCall[]
}

/** The refused request, from which an explainer makes candidates. */
export interface Refused extends Scope {
  readonly issues: () => readonly InputIssue[]
}
