import {
  answerRefusal,
  findingsOf,
  type RefusalAnswer,
  type RefusalNames,
  type WordedRefusal,
} from "./refusals/answer.ts"
import { causesText, type RefusalCause } from "./refusals/causes.ts"
import type { Explanation } from "./refusals/explanation.ts"
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

/** A warning about an accepted request, or one of the reasons why a request was refused (errors.md, `ErrEl`). */
export interface Finding {
  /** Name of the faulty part of the request, such as a field's display ID. */
  readonly description: string
  /** Human-readable error message. */
  readonly error?: string
  /** Machine-readable error code, e.g. `INVALID_VALUE` (errors.md section 3). */
  readonly errorCode: ErrorCode
  /** `ERROR` if the request was refused, `WARN` if only the faulty part of the request was skipped. */
  readonly errorLevel: "ERROR" | "WARN"
  /** Reference to the faulty field, item, property or related item; `""` if the error concerns none of them. */
  readonly referenceId: string
}

/**
 * The step at which an operation refused a request. The step determines the response's status and body shape.
 *
 * - `token`: no valid token · `place`: workspace, application, datastore, group … missing or not visible to the caller
 * - `action`: the named or default action is unknown, of the wrong kind or not allowed · `privilege`: the caller may not use the operation
 * at all
 * - `params`: a parameter is missing, malformed or an unknown reference · `target`: the item, link, file or history entry is missing or not
 * visible to the caller
 * - `conflict`: the item has another revision · `script`: a pre script stopped the action · `values`: field values or related items are
 * invalid
 * - `settings`: the settings do not allow the request · `store`: the store failed
 * - `size`: the request is too large · `encoding`: the encoding of the body is not supported
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
  | "size"
  | "encoding"

/** Details of a refusal, in addition to its code and message. */
export interface Refusal {
  /** Name of the faulty part of the request. */
  readonly description?: string
  /** Reference to the faulty part of the request, e.g. `f_id:…`. */
  readonly referenceId?: string
  /** All reasons for the refusal, in order. They become the `errors` (or `error`) array of the response. */
  readonly findings?: readonly Finding[]
  /** Seconds after which to retry; set only if the store can't be reached. */
  readonly retryAfter?: number
  /** Additional properties of the response body (e.g. `{ result: { users: 2, processed: 1 } }`). */
  readonly details?: Readonly<Record<string, unknown>>
  /** The rules that decided, if the text covers several causes. No response to the caller contains it. */
  readonly causes?: readonly RefusalCause[]
  /** The complete response of a planned fault, which replaces the operation's own response. */
  readonly answered?: {
    /** HTTP status of the response. */
    readonly status: number
    /** JSON body of the response. */
    readonly body: unknown
  }
}

/** Describes a refused in-process call, for the error message. */
export interface CallContext {
  /** Operation name in the API's spelling, e.g. `CreateItem`. */
  readonly operation: string
  /** Display IDs of the application and datastore, e.g. `CRM/Deals`; null if the operation concerns neither. */
  readonly place: string | null
  /** A more precise text for the message, e.g. that the datastore is missing; null to use the reasons from the response. */
  readonly instead: string | null
  /** E-mail address of the caller; null for an anonymous call. */
  readonly user: string | null
  /** The operation's own responses to refusals; null for the default responses. */
  readonly refusing: Refusing | null
  readonly names: RefusalNames
  /** Explains the call; absent if it can't run again. */
  readonly explain?: () => Promise<Explanation>
}

/**
 * A refused request. Nothing of the request was carried out: if thrown in a transaction, this error rolls the transaction back.
 *
 * For in-process calls, `message` is one line with the operation, the place, the user and the faulty fields:
 * `CreateItem in CRM/Deals as bob@acme.test: Title: required (INVALID_VALUE, 400)` (errors.md section 1). The message ends with `why`.
 */
export class DomainError extends Error {
  /** Set explicitly, because minifiers rename classes and would change the default name. */
  static override readonly name: string = "DomainError"
  readonly #code: ErrorCode
  /** The step of the operation at which it refused the request. */
  readonly reason: Reason
  /** Message for the response's `error` property. */
  readonly text: string
  /** Details of the refusal, in addition to its code and text. */
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

  /**
   * The cause of a refusal whose text covers several causes, as a sentence for developers; undefined for other refusals. `message` ends
   * with it. The HTTP API's response does not contain it (errors.md section 1).
   */
  get why(): string | undefined {
    return causesText(this.refusal.causes)
  }

  /** All reasons for the refusal, in order. If none were listed, the refusal itself is the only finding. */
  get findings(): readonly Finding[] {
    return findingsOf(this.#answer().worded, this.code)
  }

  /**
   * Explains the refusal: the steps that the call passed, the one that refused it, and ways in which it succeeds (insight.md section 2).
   * Runs the call again on a copy of its world, in the state that it met or, if that state is gone, in the current one.
   */
  explain(): Promise<Explanation> {
    const { explain } = this.#context ?? {}
    if (explain !== undefined) return explain()
    return Promise.reject(new TypeError("only a refused call of world.as(user) or world.public can be explained"))
  }

  /** Adds the refused call to the message. Keeps only the first context, because it describes the innermost call. */
  addContext(context: CallContext): this {
    if (this.#context !== null) return this
    this.#context = context
    const line = refusalLine(this.#answer(), context, this.reason)
    const { why } = this
    this.message = why === undefined || line.includes(why) ? line : `${line}: ${why}`
    return this
  }

  #answer(): RefusalAnswer {
    return answerRefusal(this, this.#context?.refusing ?? null, this.#context?.names)
  }
}

/** Returns the error's message, e.g. `CreateItem in CRM/Deals as bob@acme.test: Title: required (INVALID_VALUE, 400)`. */
function refusalLine(
  { status, code, worded }: RefusalAnswer,
  { operation, place, instead, user }: CallContext,
  reason: Reason,
): string {
  const where = place === null ? "" : ` in ${place}`
  const who = user === null ? "" : ` as ${user}`
  const what = instead ?? reasonsOf(worded, reason)
  return `${operation}${where}${who}: ${what} (${code}, ${status})`
}

const MAX_REASONS = 5

function reasonsOf({ text, refusal }: WordedRefusal, reason: Reason): string {
  const own = reason === "script" ? stopText(text, refusal) : reason === "settings" ? text : refusal.description
  const reasons = [...new Set(refusal.findings?.map(reasonOf) ?? [own ?? text])]
  const more = reasons.length - MAX_REASONS
  const first = reasons.slice(0, MAX_REASONS).map((reason) => reason.replaceAll(/\s*\n\s*/g, " "))
  return [...first, ...(more > 0 ? [`${more} more`] : [])].join("; ")
}

const MAX_RESULT = 500

/** Adds the value with which a script was rejected. */
function stopText(text: string, { details }: Refusal): string {
  const result = details?.result ?? ""
  const why = typeof result === "string" ? result : JSON.stringify(result)
  if (why === "" || text.includes(why)) return text
  return `${text}: ${why.length > MAX_RESULT ? `${why.slice(0, MAX_RESULT)}…` : why}`
}

/**
 * Returns the text for a finding. If the description only names a field or property, appends the error. A description that contains the
 * error gets only the error's suggestion.
 */
const reasonOf = ({ description, error, referenceId }: Finding): string => {
  if (error === undefined || error === "" || description.includes(error)) return description
  const [what = "", ...suggestion] = error.split("; did you mean ")
  if (description.includes(what)) return [description, ...suggestion].join("; did you mean ")
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
