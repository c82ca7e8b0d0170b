import { answerRefusal, findingsOf, type RefusalAnswer, type RefusalNames, type Worded } from "./refusals/answer.ts"
import type { Refusing } from "./refusals/refusals.ts"

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
  /** Name of what is wrong, such as a field's display ID. */
  readonly description: string
  /** What is wrong with it, for people. */
  readonly error?: string
  /** The same for programs, e.g. `INVALID_VALUE` (errors.md section 3). */
  readonly errorCode: ErrorCode
  /** `ERROR` refuses; `WARN` tells of what was passed over. */
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
  /** Name of what is wrong. */
  readonly description?: string
  /** What it refers to, e.g. `f_id:…`. */
  readonly referenceId?: string
  /** Several reasons reported together, in order; the wire's `errors` (or `error`) array. */
  readonly findings?: readonly Finding[]
  /** Seconds after which asking again is worth it; only where the store can't be reached. */
  readonly retryAfter?: number
  /** Extra members of the answer's body that belong to the refusal, in domain words (e.g. `{ result: { users: 2, processed: 1 } }`). */
  readonly details?: Readonly<Record<string, unknown>>
  /** Of a planned fault: what is answered, whatever the operation would say. */
  readonly answered?: {
    /** HTTP status. */
    readonly status: number
    /** Whatever is to be answered as JSON. */
    readonly body: unknown
  }
}

/** What was asked when a request was refused in process: what its error says of itself beyond its own words. */
export interface Asked {
  /** In the API's spelling, e.g. `CreateItem`. */
  readonly operation: string
  /** Where, in display IDs, e.g. `CRM/Deals`; null where an operation has no place. */
  readonly place: string | null
  /** What says better than the wire's words what is wrong, such as which part of the place is not there; null where nothing does. */
  readonly instead: string | null
  /** Who: an e-mail address; null for nobody. */
  readonly user: string | null
  /** How the operation words its refusals; null = as all do. */
  readonly refusing: Refusing | null
  /** What the operation's texts may name. */
  readonly names: RefusalNames
}

/**
 * A refused request: nothing of it was done. Thrown inside a transaction it rolls everything back.
 *
 * Of a call in process, `message` says in one line what was asked, where, by whom, and what is wrong with which field:
 * `CreateItem in CRM/Deals as bob@acme.test: Title: required (INVALID_VALUE, 400)` (errors.md section 1).
 */
export class DomainError extends Error {
  /** What it is called when it is printed, minified or not. */
  static override readonly name: string = "DomainError"
  readonly #code: ErrorCode
  /** The step of the operation that refused. */
  readonly reason: Reason
  /** What is wrong, in the words of the wire's `error`. */
  readonly text: string
  /** What the refusal says beside its code and text. */
  readonly refusal: Refusal
  #asked: Asked | null = null

  constructor(code: ErrorCode, reason: Reason, text: string, refusal: Refusal = {}) {
    super(text)
    this.name = "DomainError"
    this.#code = code
    this.reason = reason
    this.text = text
    this.refusal = refusal
  }

  /** What is wrong, for programs: the code that the wire answers (errors.md section 2). */
  get code(): ErrorCode {
    if (this.refusal.answered !== undefined) return this.#code
    return this.#asked?.refusing?.errors?.[this.reason]?.code ?? this.#code
  }

  /** The HTTP status that the wire answers, e.g. 400 (errors.md section 2). */
  get status(): number {
    return this.#answer().status
  }

  /** The JSON that the wire answers (errors.md section 1); an object, unless a planned fault says something else. */
  get body(): unknown {
    return this.#answer().body
  }

  /** Every reason: the faulty fields, items, members or entries in order; one where the refusal is about nothing in particular. */
  get findings(): readonly Finding[] {
    return findingsOf(this, this.code)
  }

  /** Makes the message say what was asked. What was told first stays: a call within a call is the one that was refused. */
  tellOf(asked: Asked): this {
    if (this.#asked !== null) return this
    this.#asked = asked
    this.message = refusalLine(this.#answer(), asked)
    return this
  }

  #answer(): RefusalAnswer {
    return answerRefusal(this, this.#asked?.refusing ?? null, this.#asked?.names)
  }
}

/** `CreateItem in CRM/Deals as bob@acme.test: Title: required (INVALID_VALUE, 400)` */
function refusalLine({ status, code, worded }: RefusalAnswer, { operation, place, instead, user }: Asked): string {
  const where = place === null ? "" : ` in ${place}`
  const who = user === null ? "" : ` as ${user}`
  const what = instead ?? reasonsOf(worded)
  return `${operation}${where}${who}: ${what} (${code}, ${status})`
}

const MOST_REASONS = 5

function reasonsOf({ text, refusal }: Worded): string {
  const reasons = [...new Set(refusal.findings?.map(reasonOf) ?? [refusal.description ?? text])]
  const more = reasons.length - MOST_REASONS
  const told = reasons.slice(0, MOST_REASONS).map((reason) => reason.replaceAll(/\s*\n\s*/g, " "))
  return [...told, ...(more > 0 ? [`${more} more`] : [])].join("; ")
}

/** Descriptions of faulty fields and properties are their names; other descriptions say by themselves what is wrong. */
const reasonOf = ({ description, error, referenceId }: Finding): string => {
  if (error === undefined || error === "" || description.includes(error)) return description
  return referenceId.startsWith("f_id:") || referenceId === description ? `${description}: ${error}` : description
}

/** A parameter that is missing, malformed or names nothing (INVALID_PARAMS). */
export const invalidParams = (text: string, refusal: Refusal = {}) =>
  new DomainError("INVALID_PARAMS", "params", text, refusal)

/** The caller may not do this (NO_PRIVILEGES). */
export const noPrivileges = (text: string, refusal: Refusal = {}) =>
  new DomainError("NO_PRIVILEGES", "privilege", text, refusal)

/** A container of the request is missing or not shown to the caller (NOT_FOUND at the place step). */
export const placeNotFound = (text: string, refusal: Refusal = {}) =>
  new DomainError("NOT_FOUND", "place", text, refusal)

/** The thing asked for is missing, deleted or invisible (NOT_FOUND). */
export const targetNotFound = (text: string, refusal: Refusal = {}) =>
  new DomainError("NOT_FOUND", "target", text, refusal)
