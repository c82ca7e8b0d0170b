import type { Instant, PId, QtId, UId, WId } from "../../model/ids.ts"

/** What work a task is about (api.md section 14, "GetTasks"). */
export type TaskCategory = "SAVETEMPLATE" | "UPLOADTEMPLATE" | "IMPORT"

/** How a task ends. */
export type TaskOutcome = "PROCESSED" | "ERROR" | "DEAD"

/**
 * The entry that an operation leaves of work which the service puts into a queue (api.md section 14, "GetTasks"). The work itself is done
 * in the transaction that makes the entry; when it began and ended is what clients that ask for it are told.
 */
export interface Task {
  readonly qtId: QtId
  readonly wId: WId
  /** Null where the work made no application. */
  readonly pId: PId | null
  /** Who asked for the work. */
  readonly uId: UId
  readonly category: TaskCategory
  /** What the answer of the operation calls it. */
  readonly streamId: string
  readonly createdAt: Instant
  readonly startedAt: Instant
  readonly finishedAt: Instant
  readonly outcome: TaskOutcome
  readonly ordinal: number
}
