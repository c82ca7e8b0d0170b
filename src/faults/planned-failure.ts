import { DomainError, type ErrorCode } from "../model/error.ts"
import type { Fault } from "../records/fault.ts"

/** A planned fault: the connection is cut and there is no answer. */
export class Disconnect extends TypeError {
  constructor() {
    super("the connection was cut by a planned fault")
  }
}

/** What a fault that names a status or a body is answered with (control.md section 3, "faults"). */
export const plannedAnswer = ({
  status,
  body,
  operation,
}: Fault): { readonly status: number; readonly body: unknown } => ({
  status: status ?? 200,
  body: body === undefined ? { error: `planned fault of ${operation}`, error_code: "SYSTEM_ERROR" } : body,
})

/** Whether a fault answers in the place of the operation. */
export const answersItself = ({ status, body }: Fault): boolean => status !== null || body !== undefined

const CODES: Readonly<Record<ErrorCode, true>> = {
  INVALID_PARAMS: true,
  INVALID_VALUE: true,
  INVALID_SETTINGS: true,
  ITEM_REV_CONFLICT: true,
  NOT_FOUND: true,
  NO_PRIVILEGES: true,
  PROCESS_STOPPED: true,
  TRANSACTION_ABORTED: true,
  SEARCH_TIMEOUT: true,
  COUNT_TIMEOUT: true,
  SYSTEM_ERROR: true,
  UNAUTHORIZED: true,
  NOT_IMPLEMENTED: true,
}

const isCode = (text: unknown): text is ErrorCode => typeof text === "string" && Object.hasOwn(CODES, text)

/** The refusal that a fault of status 400 and above is in process: its status and body are those that were planned. */
export function plannedRefusal(fault: Fault): DomainError {
  const answered = plannedAnswer(fault)
  const members: Readonly<Record<string, unknown>> = { ...(typeof answered.body === "object" ? answered.body : {}) }
  const code = isCode(members.error_code) ? members.error_code : "SYSTEM_ERROR"
  const text = typeof members.error === "string" ? members.error : `planned fault of ${fault.operation}`
  return new DomainError(code, "store", text, { answered })
}
