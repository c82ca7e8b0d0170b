import type { DomainError, ErrorCode, Finding } from "../error.ts"
import { defined } from "../sparse.ts"
import { type ErrorAnswer, type ErrorShape, MAX_FINDINGS, type Refusing, refusalOf, UNREACHABLE } from "./refusals.ts"

/** Values for the placeholders in an operation's error texts: path parameters and `current-workspace`. */
export type RefusalNames = Readonly<Record<string, string>>

export interface RefusalAnswer {
  readonly status: number
  readonly code: ErrorCode
  /** JSON body: an object, except for some planned faults. */
  readonly body: unknown
  /** The refusal, with the operation's own error texts instead of the default texts. */
  readonly worded: WordedRefusal
}

/** Returns the response to a refusal in the operation's format. If `operation` is null, uses the default format (errors.md section 1). */
export function answerRefusal(error: DomainError, operation: Refusing | null, names: RefusalNames = {}): RefusalAnswer {
  if (error.refusal.answered !== undefined) return { ...error.refusal.answered, code: error.code, worded: error }
  const cause = error.refusal.findings?.find(({ errorLevel }) => errorLevel === "ERROR")?.errorCode
  const { status, shape, code } = refusalOf(operation, error.reason, error.code, cause)
  const answer = operation?.errors?.[error.reason] ?? {}
  const worded = reword(error, answer, names)
  const body = BODY[shape](worded, code, answer)
  return { status: error.refusal.retryAfter === undefined ? status : UNREACHABLE, code, body, worded }
}

export type WordedRefusal = Pick<DomainError, "text" | "refusal">

function reword(error: DomainError, answer: ErrorAnswer, names: RefusalNames): WordedRefusal {
  const { error: message, description, referenceId } = answer
  if (message === undefined && description === undefined && referenceId === undefined) return error
  const fill = (text: string | undefined) => text?.replaceAll(/\{([\w-]+)\}/g, (_, name: string) => names[name] ?? "")
  return {
    text: fill(message) ?? error.text,
    refusal: {
      ...error.refusal,
      ...defined({ description: fill(description), referenceId: fill(referenceId) }),
    },
  }
}

/** Returns a refusal's findings. If it has none, its own text is converted to a single finding. */
export const findingsOf = ({ text, refusal }: WordedRefusal, code: ErrorCode): readonly Finding[] =>
  refusal.findings ?? [
    {
      description: refusal.description ?? text,
      ...(refusal.description === undefined ? {} : { error: text }),
      errorCode: code,
      errorLevel: "ERROR",
      referenceId: refusal.referenceId ?? "",
    },
  ]

/** A finding in the form in which response bodies contain it (errors.md section 1, `ErrEl`). */
export interface FindingInBody {
  readonly description: string
  readonly error: string | undefined
  readonly error_code: ErrorCode
  readonly error_level: "ERROR" | "WARN"
  readonly reference_id: string
}

const presentFinding = (finding: Finding): FindingInBody => ({
  description: finding.description,
  error: finding.error,
  error_code: finding.errorCode,
  error_level: finding.errorLevel,
  reference_id: finding.referenceId,
})

/** Returns the first hundred findings. If there are more, adds an entry that counts the rest (control.md section 4). */
export function presentFindings(findings: readonly Finding[]): FindingInBody[] {
  const first = findings.slice(0, MAX_FINDINGS).map(presentFinding)
  const rest = findings.slice(MAX_FINDINGS)
  if (rest.length === 0) return first
  const worst = rest.find(({ errorLevel }) => errorLevel === "ERROR") ?? rest[0]
  return [
    ...first,
    {
      description: `${rest.length} more findings`,
      error: undefined,
      error_code: worst?.errorCode ?? "INVALID_PARAMS",
      error_level: worst?.errorLevel ?? "WARN",
      reference_id: "",
    },
  ]
}

const describe = ({ refusal: { description } }: WordedRefusal) => defined({ description })

const presentIds = ({ historyId, itemId }: Readonly<Record<string, unknown>> = {}) =>
  defined({ history_id: historyId, item_id: itemId })

const BODY: Record<ErrorShape, (error: WordedRefusal, code: ErrorCode, answer: ErrorAnswer) => object> = {
  errorsWithResult: (error, code) => ({
    has_error: true,
    errors: presentFindings(findingsOf(error, code)),
    result: null,
    ...error.refusal.details,
  }),
  flat: (error, code) => ({ error: error.text, error_code: code, ...describe(error), ...error.refusal.details }),
  placeNotFound: (error) => ({ description: error.refusal.description ?? error.text, error: "NOT_FOUND" }),
  itemNotFound: (error, code) => ({ error: "NOT_FOUND", errors: presentFindings(findingsOf(error, code)) }),
  itemErrors: (error, code) => ({
    error: presentFindings(findingsOf(error, code)),
    ...presentIds(error.refusal.details),
  }),
  errorText: (error) => ({ error: error.text }),
  errorMessage: (error, code, { number, showsCode }) => ({
    ...defined({ code: number, error_code: showsCode && code }),
    message: error.text,
    ...error.refusal.details,
  }),
  rejected: (error, code) => ({
    error: "",
    details: { result: error.refusal.details?.result ?? null, status: "REJECTED", stop_execution: true },
    error_code: code,
  }),
}
