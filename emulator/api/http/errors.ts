import { answerRefusal, DomainError, type RefusalNames, type Refusing } from "../../../src/model/index.ts"
import { jsonReply, type Reply, withHeaders, withRefusal } from "../../wire/index.ts"

/** Returns the reply to an error, in the operation's error shape. If `operation` is null, uses the flat shape. */
export function presentError(error: DomainError, operation: Refusing | null, names: RefusalNames = {}): Reply {
  const { status, body, code } = answerRefusal(error, operation, names)
  const { retryAfter } = error.refusal
  const reply = withRefusal(jsonReply(status, body), error, code)
  return retryAfter === undefined ? reply : withHeaders(reply, { "retry-after": String(retryAfter) })
}

/** Returns domain errors unchanged. Converts any other error to SYSTEM_ERROR (architecture.md, "State"). */
export const asDomainError = (error: unknown): DomainError =>
  error instanceof DomainError ? error : new DomainError("SYSTEM_ERROR", "store", "internal error")

/** Error for a malformed body. Every operation responds to this error with the flat error body (api.md section 0). */
export class RefusedBody extends DomainError {
  constructor(message: string) {
    super("INVALID_PARAMS", "params", message)
  }
}
