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
  readonly storeFailure: "rolled_back" | "rollback_failed" | null
  /** Status with which the operation's tasks end. A fault with this property has no other effect. */
  readonly task?: "ERROR" | "DEAD"
  /** Position in creation order, from 0. */
  readonly ordinal: number
}
