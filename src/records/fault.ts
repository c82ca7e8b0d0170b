/** A planned failure of an operation (control.md section 3, "faults"). Lives in the world, so a fork or reset carries it along. */
export interface Fault {
  readonly id: string
  /** Operation name, or `*` for every one. */
  readonly operation: string
  readonly times: number
  readonly left: number
  readonly delayMs: number | null
  readonly status: number | null
  /** Any JSON; absent where none was given. */
  readonly body?: unknown
  readonly disconnect: boolean
  readonly storeFailure: "rolled_back" | "rollback_failed" | null
  /** How the tasks of the operation end; such a fault does nothing else. Absent where none was given. */
  readonly task?: "ERROR" | "DEAD"
  readonly ordinal: number
}
