import {
  answerRefusal,
  findingsOf,
  type RefusalAnswer,
  type RefusalNames,
  type WordedRefusal,
} from "./refusals/answer.ts"
import type { Refusing } from "./refusals/refusals.ts"

/** All error codes of responses (errors.md section 2). */
export type ErrorCode =
  | "INVALID_PARAMS"
  | "INVALID_VALUE"
  | "INVALID_SETTINGS"
  | "ITEM_REV_CONFLICT"
  | "NOT_FOUND"
  | "NO_PRIVILEGES"
  | "PROCESS_STOPPED"
  | "TRANSACTION_ABORTED"
  | "SEARCH_TIMEOUT"
  | "COUNT_TIMEOUT"
  | "SYSTEM_ERROR"
  | "UNAUTHORIZED"
  | "NOT_IMPLEMENTED"

/** A warning about a request that was carried out, or one of the reasons for a refusal (errors.md, `ErrEl`). */
export interface Finding {
  /** Name of the faulty part, such as a field's display ID. */
  readonly description: string
  /** Human-readable error message. */
  readonly error?: string
  /** Machine-readable error code, e.g. `INVALID_VALUE` (errors.md section 3). */
  readonly errorCode: ErrorCode
  /** `ERROR`: the request was refused. `WARN`: the faulty part was skipped. */
  readonly errorLevel: "ERROR" | "WARN"
  /** Reference to the faulty field, item, property or entry; `""` if the error concerns none of them. */
  readonly referenceId: string
}

/**
 * The step at which an operation refused a request. The step determines the response's status and body shape.
 *
 * - `token`: no valid token · `place`: workspace, application, datastore, group … missing or not visible to the caller
 * - `action`: the named or default action is unknown, of the wrong kind or not allowed · `privilege`: the caller may not
 * use the operation at all
 * - `params`: a parameter is missing, malformed or an unknown reference · `target`: the item, link, file or history
 * entry is missing or not visible to the caller
 * - `conflict`: the item has another revision · `script`: a pre script stopped the action · `values`: field values or
 * related entries are invalid
 * - `settings`: the settings rule the request out · `store`: the store failed · `planned`: not implemented yet
 * - `size`: the request is too large
 */
export type Reason =
  | "token"
  | "place"
  | "action"
  | "privilege"
  | "params"
  | "target"
  | "conflict"
  | "script"
  | "values"
  | "settings"
  | "store"
  | "planned"
  | "size"

/** Details of a refusal besides its code and message. */
export interface Refusal {
  /** Name of the faulty part. */
  readonly description?: string
  /** Reference to the faulty part, e.g. `f_id:…`. */
  readonly referenceId?: string
  /** All reasons in order, for the `errors` (or `error`) array of the response. */
  readonly findings?: readonly Finding[]
  /** Seconds after which to retry; set only if the store can't be reached. */
  readonly retryAfter?: number
  /** Additional properties of the response body (e.g. `{ result: { users: 2, processed: 1 } }`). */
  readonly details?: Readonly<Record<string, unknown>>
  /** The complete response of a planned fault, which replaces the operation's own response. */
  readonly answered?: {
    /** HTTP status. */
    readonly status: number
    /** JSON body. */
    readonly body: unknown
  }
}

/** The refused in-process call, for the error message. */
export interface CallContext {
  /** Operation name in the API's spelling, e.g. `CreateItem`. */
  readonly operation: string
  /** Display IDs of the application and datastore, e.g. `CRM/Deals`; null if the operation has no such place. */
  readonly place: string | null
  /** A more precise reason for the message, such as which part of `place` is missing; null to use the response's reasons. */
  readonly instead: string | null
  /** E-mail address of the caller; null for an anonymous call. */
  readonly user: string | null
  /** The operation's overrides for refusals; null for the defaults. */
  readonly refusing: Refusing | null
  readonly names: RefusalNames
}

/**
 * A refused request, no part of which was carried out. Thrown in a transaction, this error rolls the transaction back.
 *
 * For in-process calls, `message` is one line with the operation, the place, the user and the faulty fields:
 * `CreateItem in CRM/Deals as bob@acme.test: Title: required (INVALID_VALUE, 400)` (errors.md section 1).
 */
export class DomainError extends Error {
  /** Set explicitly, because minifiers rename classes. */
  static override readonly name: string = "DomainError"
  readonly #code: ErrorCode
  /** The step at which the operation refused. */
  readonly reason: Reason
  /** Message for the response's `error` property. */
  readonly text: string
  /** Details in addition to code and text. */
  readonly refusal: Refusal
  #context: CallContext | null = null

  constructor(code: ErrorCode, reason: Reason, text: string, refusal: Refusal = {}) {
    super(text)
    this.name = "DomainError"
    this.#code = code
    this.reason = reason
    this.text = text
    this.refusal = refusal
  }

  /** The error code of the response (errors.md section 2). */
  get code(): ErrorCode {
    if (this.refusal.answered !== undefined) return this.#code
    return this.#context?.refusing?.errors?.[this.reason]?.code ?? this.#code
  }

  /** The HTTP status of the response, e.g. 400 (errors.md section 2). */
  get status(): number {
    return this.#answer().status
  }

  /** The JSON body of the response (errors.md section 1): an object, except for some planned faults. */
  get body(): unknown {
    return this.#answer().body
  }

  /** All reasons in order. If the refusal has no findings, the refusal itself is the only finding. */
  get findings(): readonly Finding[] {
    return findingsOf(this, this.code)
  }

  /** Adds the refused call to the message. Only the first context is kept, because it describes the innermost call. */
  addContext(context: CallContext): this {
    if (this.#context !== null) return this
    this.#context = context
    this.message = refusalLine(this.#answer(), context)
    return this
  }

  #answer(): RefusalAnswer {
    return answerRefusal(this, this.#context?.refusing ?? null, this.#context?.names)
  }
}

/** Returns a line such as `CreateItem in CRM/Deals as bob@acme.test: Title: required (INVALID_VALUE, 400)`. */
function refusalLine(
  { status, code, worded }: RefusalAnswer,
  { operation, place, instead, user }: CallContext,
): string {
  const where = place === null ? "" : ` in ${place}`
  const who = user === null ? "" : ` as ${user}`
  const what = instead ?? reasonsOf(worded)
  return `${operation}${where}${who}: ${what} (${code}, ${status})`
}

const MOST_REASONS = 5

function reasonsOf({ text, refusal }: WordedRefusal): string {
  const reasons = [...new Set(refusal.findings?.map(reasonOf) ?? [refusal.description ?? text])]
  const more = reasons.length - MOST_REASONS
  const first = reasons.slice(0, MOST_REASONS).map((reason) => reason.replaceAll(/\s*\n\s*/g, " "))
  return [...first, ...(more > 0 ? [`${more} more`] : [])].join("; ")
}

/** Appends the error to a description that only names a field or property; other descriptions are complete reasons. */
const reasonOf = ({ description, error, referenceId }: Finding): string => {
  if (error === undefined || error === "" || description.includes(error)) return description
  return referenceId.startsWith("f_id:") || referenceId === description ? `${description}: ${error}` : description
}

export const invalidParams = (text: string, refusal: Refusal = {}) =>
  new DomainError("INVALID_PARAMS", "params", text, refusal)

export const noPrivileges = (text: string, refusal: Refusal = {}) =>
  new DomainError("NO_PRIVILEGES", "privilege", text, refusal)

export const placeNotFound = (text: string, refusal: Refusal = {}) =>
  new DomainError("NOT_FOUND", "place", text, refusal)

export const targetNotFound = (text: string, refusal: Refusal = {}) =>
  new DomainError("NOT_FOUND", "target", text, refusal)
