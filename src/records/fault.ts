/** A planned failure of an operation (control.md section 3, "faults"). Lives in the world, so a fork or reset carries it along. */
export interface Fault {
  /** By which it is told apart and withdrawn. */
  readonly id: string
  /** Operation name, or `*` for every one. */
  readonly operation: string
  /** How many requests it is for. */
  readonly times: number
  /** How many of them are still to come. */
  readonly left: number
  /** How long the answer is held back, in milliseconds; null is not at all. */
  readonly delayMs: number | null
  /** The HTTP status that is answered instead; null leaves the answer. */
  readonly status: number | null
  /** Any JSON; absent where none was given. */
  readonly body?: unknown
  /** Whether the connection is cut without an answer. */
  readonly disconnect: boolean
  /** How the store fails under the request; null is not at all. */
  readonly storeFailure: "rolled_back" | "rollback_failed" | null
  /** How the tasks of the operation end; such a fault does nothing else. Absent where none was given. */
  readonly task?: "ERROR" | "DEAD"
  /** How many records were made before it: the order in which things came into being. */
  readonly ordinal: number
}
