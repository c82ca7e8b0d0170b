/** Results of the rollback after the store fails as planned. */
export const STORE_FAILURES = ["rolled_back", "rollback_failed"] as const

/** Result of the rollback after the store fails as planned (control.md section 3, "faults"). */
export type StoreFailure = (typeof STORE_FAILURES)[number]

/** Statuses with which a planned fault can end a task. */
export const TASK_FAILURES = ["ERROR", "DEAD"] as const

/** A planned failure (control.md section 3, "faults"). Faults are stored in the world, so forks and resets keep them. */
export interface Fault {
  /** ID with which to withdraw the fault. */
  readonly id: string
  /** Operation name, or `*` for all. */
  readonly operation: string
  /** Number of requests that the fault affects in total. */
  readonly times: number
  /** Number of requests that the fault still affects. */
  readonly left: number
  /** Delay of the response in milliseconds; null for none. */
  readonly delayMs: number | null
  /** HTTP status of the response that replaces the operation's own; null keeps the operation's response. */
  readonly status: number | null
  /** JSON body of the response that replaces the operation's own. */
  readonly body?: unknown
  /** Whether the connection is closed without a response. */
  readonly disconnect: boolean
  /** How the store fails; null if the store does not fail. */
  readonly storeFailure: StoreFailure | null
  /** Status with which the operation's tasks end. A fault with this property has no other effect. */
  readonly task?: (typeof TASK_FAILURES)[number]
  /** Conditions on the request. Absent: every request of the operation matches. */
  readonly match?: FaultMatch
  /** Number of the first matching request that the fault affects, from 1. Absent: 1. */
  readonly nth?: number
  /** Probability, from 0 to 1, with which the fault affects a matching request. Absent: 1. */
  readonly probability?: number
  /** Number of matching requests allowed per interval. The fault affects further requests. Absent: none is allowed. */
  readonly rateLimit?: FaultRateLimit
  /** Headers that the response gets. */
  readonly headers?: Readonly<Record<string, string>>
  /** Maximum additional delay in milliseconds, which is random. */
  readonly jitterMs?: number
  /** Number of matching requests so far. Counted only if `nth` is given. */
  readonly seen?: number
  /** Current intervals of `rateLimit`, by u_id; `""` if the limit is for all users or the user is unknown. */
  readonly windows?: Readonly<Record<string, FaultWindow>>
  /** Position in creation order, from 0. */
  readonly ordinal: number
}

/** Conditions of a planned fault. A request must meet all that are given (control.md section 3, "fault-match"). */
export interface FaultMatch {
  /** The caller: e-mail, `e-mail#user_code` or u_id. */
  readonly user?: string
  /** Path below the world's base URL, without the query. `*` stands for any text. */
  readonly path?: string
  /** Query parameters with their values. */
  readonly query?: Readonly<Record<string, string>>
  /** Members that the JSON body or form must contain, at any depth. */
  readonly body?: Readonly<Record<string, unknown>>
}

/** A limit on the number of requests per interval. */
export interface FaultRateLimit {
  /** Number of requests allowed per interval. */
  readonly requests: number
  /** Length of the interval in milliseconds, on the world's clock. */
  readonly perMs: number
  /** Whether each user has their own limit. */
  readonly byUser: boolean
}

/** An interval of a rate limit. */
export interface FaultWindow {
  /** Start of the interval: milliseconds since 1970. */
  readonly startMs: number
  /** Number of matching requests since the start. */
  readonly requests: number
}
