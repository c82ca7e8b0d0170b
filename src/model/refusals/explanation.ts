import { CAUSE_KINDS, type CauseKind, type FactName, type FactValue } from "./causes.ts"
import { CHECK_KINDS, type CheckKind, MOVE_KINDS, type MoveKind } from "./explanation-texts.ts"

/** The steps at which a request can be refused, in their order (errors.md section 2). */
const STEPS = ["token", "place", "privilege", "parameters", "target", "conflict", "script", "values"] as const

/** A step at which a request can be refused. */
export type ExplainedStep = (typeof STEPS)[number]

/** Steps of an explanation, and kinds of its sentences and moves. */
export const EXPLAINED_KINDS = { step: STEPS, check: CHECK_KINDS, cause: CAUSE_KINDS, move: MOVE_KINDS } as const

/** A fact that decided a step, such as the user's roles. */
export interface ExplainedFact {
  /** Name of the fact, e.g. `action_roles`. */
  readonly name: FactName
  /** A text, a number, or a list of names. */
  readonly value: FactValue
}

/** A step that a request has reached (insight.md section 2). */
export interface StepExplanation {
  /** The step. `privilege` may occur twice: the action's roles come before the item, the item's status after it. */
  readonly step: ExplainedStep
  /** Whether the request passed the step. Only the last step of a refused request is not passed. */
  readonly passed: boolean
  /** What was checked, as a sentence. */
  readonly says: string
  /** The facts that decided. */
  readonly facts: readonly ExplainedFact[]
  /** Section of the reference that has the rule, e.g. `model.md section 6`. */
  readonly section: string
  /** Kind of the sentence. Absent if the sentence is the text of the refusal. */
  readonly kind?: CheckKind | CauseKind
}

/** A call of an operation in this process. */
export interface ExplainedCall {
  /** Name of the operation, as in `world.as(user)`. */
  readonly operation: string
  /** The user: e-mail address, `e-mail#user_code` or u_id. Absent for operations that need no user. */
  readonly as?: string
  /** Input of the operation. */
  readonly input: Readonly<Record<string, unknown>>
}

/** One change that is part of a way to success. */
export interface Move {
  /** Kind of the change. */
  readonly kind: MoveKind
  /** What is changed, and into what. */
  readonly facts: readonly ExplainedFact[]
}

/** A way in which a refused request succeeds. It was tried on a copy of the world. */
export interface Way<R = ExplainedCall> {
  /** The way as a sentence. */
  readonly says: string
  /** The changes that the way consists of. */
  readonly moves: readonly Move[]
  /** The request to send instead. Absent if the same request succeeds after `change`. */
  readonly request?: R
  /** Requests to send before, as an administrator. Absent if nothing in the world has to change. */
  readonly change?: readonly R[]
  /** Status of the request then. */
  readonly status: number
}

/** Why a request was refused or accepted, and how it would succeed (insight.md section 2). */
export interface Explanation<R = ExplainedCall> {
  /** Whether the request was accepted. */
  readonly outcome: "ok" | "refused"
  /** The steps that the request reached, in their order. */
  readonly steps: readonly StepExplanation[]
  /** At most three ways to success of a refused request, the nearest first. */
  readonly ways: readonly Way<R>[]
  /** Number of the world's version on which the request was explained. */
  readonly version: number
  /** Whether this is the world's current version. */
  readonly current: boolean
  /** Why a refused request has no ways, or why only its recorded reason is known. */
  readonly note?: string
}
