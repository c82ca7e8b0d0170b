import { DomainError, type ErrorCode, type Finding, type Reason } from "../../src/index.ts"
import type { ErrorAnswer, ErrorShape, Row } from "../contract/row.ts"
import { STATUSES } from "../contract/statuses.ts"
import { presentFinding } from "../presenters/findings.ts"
import { jsonReply, type Reply } from "./reply.ts"

const STATUS: Readonly<Record<ErrorCode, number>> = STATUSES

/** The body shape of a step where the row names none. */
const SHAPE: Partial<Record<Reason, ErrorShape>> = { script: "E8", values: "E5", conflict: "E5" }

/** What the texts of a row's errors may name: path parameters, and `current-workspace`. */
export type Names = Readonly<Record<string, string>>

/** The answer to a refused operation. */
export function presentError(error: DomainError, row: Pick<Row, "errors"> | null, names: Names = {}): Reply {
  const answer: ErrorAnswer = row?.errors?.[error.reason] ?? {}
  const code = (answer.code ?? error.code) as ErrorCode
  const body = BODY[answer.shape ?? SHAPE[error.reason] ?? "E2"](reworded(error, answer, names), code)
  return jsonReply(
    answer.status ?? statusOf(error, code),
    answer.members === undefined ? body : { ...answer.members, ...body },
  )
}

/** The refusal in the words of the row, where it has some. */
function reworded(error: DomainError, answer: ErrorAnswer, names: Names): DomainError {
  const { error: message, description, referenceId } = answer
  if (message === undefined && description === undefined && referenceId === undefined) return error
  const fill = (text: string) => text.replaceAll(/\{([\w-]+)\}/g, (_, name: string) => names[name] ?? "")
  return new DomainError(error.code, error.reason, message === undefined ? error.message : fill(message), {
    ...error.refusal,
    ...(description === undefined ? {} : { description: fill(description) }),
    ...(referenceId === undefined ? {} : { referenceId: fill(referenceId) }),
  })
}

/** A rolled-back request has the status of its first cause (errors.md section 2). */
function statusOf(error: DomainError, code: ErrorCode): number {
  if (error.reason === "size") return 413
  // A field that may not be written is one of several value errors, not a forbidden request (model.md section 5.6).
  if (error.reason === "values" && code === "NO_PRIVILEGES") return STATUS.INVALID_VALUE
  const first = error.refusal.findings?.find((finding) => finding.errorLevel === "ERROR")?.errorCode
  return STATUS[code === "TRANSACTION_ABORTED" && first !== undefined ? first : code]
}

/** A refusal without findings is one finding. */
const findingsOf = (error: DomainError, code: ErrorCode): readonly Finding[] =>
  error.refusal.findings ?? [
    {
      description: error.refusal.description ?? error.message,
      ...(error.refusal.description === undefined ? {} : { error: error.message }),
      errorCode: code,
      errorLevel: "ERROR",
      ...(error.refusal.referenceId === undefined ? {} : { referenceId: error.refusal.referenceId }),
    },
  ]

const describe = (error: DomainError) =>
  error.refusal.description === undefined ? {} : { description: error.refusal.description }

/** What a refused item write says of its item. */
const presentIds = ({ historyId, itemId }: Readonly<Record<string, unknown>> = {}) => ({
  ...(historyId === undefined ? {} : { history_id: historyId }),
  ...(itemId === undefined ? {} : { item_id: itemId }),
})

const BODY: Record<ErrorShape, (error: DomainError, code: ErrorCode) => object> = {
  E1: (error, code) => ({
    has_error: true,
    errors: findingsOf(error, code).map(presentFinding),
    result: null,
    ...error.refusal.details,
  }),
  E2: (error, code) => ({ error: error.message, error_code: code, ...describe(error), ...error.refusal.details }),
  E3: (error) => ({ description: error.refusal.description ?? error.message, error: "NOT_FOUND" }),
  E4: (error, code) => ({ error: "NOT_FOUND", errors: findingsOf(error, code).map(presentFinding) }),
  E5: (error, code) => ({ error: findingsOf(error, code).map(presentFinding), ...presentIds(error.refusal.details) }),
  E6: (error) => ({ error: error.message }),
  E7: (error) => ({ message: error.message, ...error.refusal.details }),
  E8: (error, code) => ({
    error: "",
    details: { result: error.refusal.details?.result ?? null, status: "REJECTED", stop_execution: true },
    error_code: code,
  }),
}

/** Anything that is not a refusal is a bug of ours: SYSTEM_ERROR (design section 4). */
export const asDomainError = (error: unknown): DomainError =>
  error instanceof DomainError ? error : new DomainError("SYSTEM_ERROR", "store", "internal error")
