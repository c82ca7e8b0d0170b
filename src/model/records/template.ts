import type { Instant, PId, QtId, TpId, UId, WId } from "../ids.ts"
import type { Created } from "./record.ts"

/** A saved or uploaded application (api.md section 14, "SaveTemplate"). Its archive is in the blob store. */
export interface Template extends Created {
  readonly tpId: TpId
  readonly wId: WId
  readonly name: string
  readonly category: string
  readonly description: string
  readonly blob: string
  /** Size of the archive in bytes. */
  readonly size: number
  readonly uId: UId
  /** ID of the source application; absent for an upload. */
  readonly pId?: PId
}

/** Kind of work that a task performs (api.md section 14, "GetTasks"). */
export type TaskCategory = "SAVETEMPLATE" | "UPLOADTEMPLATE" | "IMPORT"

export type TaskOutcome = "PROCESSED" | "ERROR" | "DEAD"

/**
 * Work that the service queues (api.md section 14, "GetTasks"). The engine does the work in the transaction that creates
 * this record; the times are only reported to clients.
 */
export interface Task extends Created {
  readonly qtId: QtId
  readonly wId: WId
  /** ID of the application; null if the work created none. */
  readonly pId: PId | null
  readonly uId: UId
  readonly category: TaskCategory
  /** ID of the task in the operation's response. */
  readonly streamId: string
  readonly startedAt: Instant
  readonly finishedAt: Instant
  readonly outcome: TaskOutcome
}
