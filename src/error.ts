/** Every code an answer can carry (spec errors.md section 2). */
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

/**
 * A remark on a request that was carried out, or one of several reasons why it was not (errors.md, `ErrEl`).
 * `WARN` marks something that was left out while the rest went on.
 */
export interface Finding {
  readonly description: string
  readonly error?: string
  readonly errorCode: ErrorCode
  readonly errorLevel: "ERROR" | "WARN"
  /** The faulty field, item, member or entry; `""` where there is nothing to name. */
  readonly referenceId: string
}

/**
 * Which step of an operation refused. The skin picks the answer's status and body shape from it
 * together with the operation's row; rules never name a status.
 *
 * - `token`: no valid token · `place`: workspace, application, datastore, group … missing or not shown to the caller
 * - `action`: the named or default action is unknown, of the wrong kind or not allowed · `privilege`: may not do this at all
 * - `params`: parameter missing, malformed or naming nothing · `target`: the item, link, file or history is missing or invisible
 * - `conflict`: revision differs · `script`: a pre script stopped the action · `values`: field values or related entries are wrong
 * - `settings`: the settings make it impossible · `store`: the store failed · `planned`: not built yet
 * - `size`: the request is larger than it may be
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

/** What a refusal says beside its code and message. */
export interface Refusal {
  readonly description?: string
  readonly referenceId?: string
  /** Several reasons reported together, in order; the wire's `errors` (or `error`) array. */
  readonly findings?: readonly Finding[]
  /** Seconds after which asking again is worth it; only where the store can't be reached. */
  readonly retryAfter?: number
  /** Extra members of the answer's body that belong to the refusal, in domain words (e.g. `{ result: { users: 2, processed: 1 } }`). */
  readonly details?: Readonly<Record<string, unknown>>
}

/**
 * A refused request: nothing of it was done. Thrown inside a transaction it rolls everything back.
 * `message` is the wire's `error` text.
 */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly reason: Reason
  readonly refusal: Refusal

  constructor(code: ErrorCode, reason: Reason, message: string, refusal: Refusal = {}) {
    super(message)
    this.name = "DomainError"
    this.code = code
    this.reason = reason
    this.refusal = refusal
  }
}

/** A parameter that is missing, malformed or names nothing (INVALID_PARAMS). */
export const invalidParams = (message: string, refusal: Refusal = {}) =>
  new DomainError("INVALID_PARAMS", "params", message, refusal)

/** The caller may not do this (NO_PRIVILEGES). */
export const noPrivileges = (message: string, refusal: Refusal = {}) =>
  new DomainError("NO_PRIVILEGES", "privilege", message, refusal)

/** A container of the request is missing or not shown to the caller (NOT_FOUND at the place step). */
export const placeNotFound = (message: string, refusal: Refusal = {}) =>
  new DomainError("NOT_FOUND", "place", message, refusal)

/** The thing asked for is missing, deleted or invisible (NOT_FOUND). */
export const targetNotFound = (message: string, refusal: Refusal = {}) =>
  new DomainError("NOT_FOUND", "target", message, refusal)
