import { DomainError, type ErrorCode, type Finding } from "../../src/inside.ts"
import { type ErrorAnswer, type ErrorShape, type Refusing, refusalOf, UNREACHABLE } from "../contract/refusals.ts"
import { presentFindings } from "../presenters/findings.ts"
import { jsonReply, type Reply, withHeaders } from "../wire/reply.ts"

/** What the texts of a row's errors may name: path parameters, and `current-workspace`. */
export type RefusalNames = Readonly<Record<string, string>>

/** The answer to a refusal: that of the operation that was asked, if any. */
export function presentError(error: DomainError, operation: Refusing | null, names: RefusalNames = {}): Reply {
  const cause = error.refusal.findings?.find(({ errorLevel }) => errorLevel === "ERROR")?.errorCode
  const { status, shape, code } = refusalOf(operation, error.reason, error.code, cause)
  const answer = operation?.errors?.[error.reason] ?? {}
  const body = BODY[shape](reworded(error, answer, names), code)
  const { retryAfter } = error.refusal
  const whole = answer.members === undefined ? body : { ...answer.members, ...body }
  if (retryAfter === undefined) return jsonReply(status, whole)
  return withHeaders(jsonReply(UNREACHABLE, whole), { "retry-after": String(retryAfter) })
}

/** The refusal in the words of the row, where it has some. */
function reworded(error: DomainError, answer: ErrorAnswer, names: RefusalNames): DomainError {
  const { error: message, description, referenceId } = answer
  if (message === undefined && description === undefined && referenceId === undefined) return error
  const fill = (text: string) => text.replaceAll(/\{([\w-]+)\}/g, (_, name: string) => names[name] ?? "")
  return new DomainError(error.code, error.reason, message === undefined ? error.message : fill(message), {
    ...error.refusal,
    ...(description === undefined ? {} : { description: fill(description) }),
    ...(referenceId === undefined ? {} : { referenceId: fill(referenceId) }),
  })
}

/** A refusal without findings is one finding. */
const findingsOf = (error: DomainError, code: ErrorCode): readonly Finding[] =>
  error.refusal.findings ?? [
    {
      description: error.refusal.description ?? error.message,
      ...(error.refusal.description === undefined ? {} : { error: error.message }),
      errorCode: code,
      errorLevel: "ERROR",
      referenceId: error.refusal.referenceId ?? "",
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
  errorsWithResult: (error, code) => ({
    has_error: true,
    errors: presentFindings(findingsOf(error, code)),
    result: null,
    ...error.refusal.details,
  }),
  flat: (error, code) => ({ error: error.message, error_code: code, ...describe(error), ...error.refusal.details }),
  placeNotFound: (error) => ({ description: error.refusal.description ?? error.message, error: "NOT_FOUND" }),
  itemNotFound: (error, code) => ({ error: "NOT_FOUND", errors: presentFindings(findingsOf(error, code)) }),
  itemErrors: (error, code) => ({
    error: presentFindings(findingsOf(error, code)),
    ...presentIds(error.refusal.details),
  }),
  errorText: (error) => ({ error: error.message }),
  errorMessage: (error) => ({ message: error.message, ...error.refusal.details }),
  rejected: (error, code) => ({
    error: "",
    details: { result: error.refusal.details?.result ?? null, status: "REJECTED", stop_execution: true },
    error_code: code,
  }),
}

/** Anything that is not a refusal is a bug of ours: SYSTEM_ERROR (architecture.md, "State"). */
export const asDomainError = (error: unknown): DomainError =>
  error instanceof DomainError ? error : new DomainError("SYSTEM_ERROR", "store", "internal error")
