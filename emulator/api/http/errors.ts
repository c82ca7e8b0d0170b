import { answerRefusal, DomainError, type RefusalNames, type Refusing } from "../../../src/inside.ts"
import { jsonReply, type Reply, withHeaders } from "../../wire/reply.ts"

/** The answer to a refusal: that of the operation that was asked, if any. */
export function presentError(error: DomainError, operation: Refusing | null, names: RefusalNames = {}): Reply {
  const { status, body } = answerRefusal(error, operation, names)
  const { retryAfter } = error.refusal
  const reply = jsonReply(status, body)
  return retryAfter === undefined ? reply : withHeaders(reply, { "retry-after": String(retryAfter) })
}

/** Anything that is not a refusal is a bug of ours: SYSTEM_ERROR (architecture.md, "State"). */
export const asDomainError = (error: unknown): DomainError =>
  error instanceof DomainError ? error : new DomainError("SYSTEM_ERROR", "store", "internal error")
