import type { Instant, PId, QtId, TpId, UId, WId } from "../ids.ts"
import type { Created } from "./record.ts"

/** A template: an application that was saved or uploaded (api.md section 14, "SaveTemplate"). Its archive is in the blob store. */
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
  /** ID of the application that was saved; absent if the template was uploaded. */
  readonly pId?: PId
}

/** Category of a task: the operation that created it (api.md section 14, "GetTasks"). */
export type TaskCategory = "SAVETEMPLATE" | "UPLOADTEMPLATE" | "IMPORT"

export type TaskOutcome = "PROCESSED" | "ERROR" | "DEAD"

/**
 * A task that the service would queue (api.md section 14, "GetTasks"). The engine performs it in the transaction that creates this record,
 * so the times are only reported to clients.
 */
export interface Task extends Created {
  readonly qtId: QtId
  readonly wId: WId
  /** ID of the task's application; null if the task created none. */
  readonly pId: PId | null
  readonly uId: UId
  readonly category: TaskCategory
  /** Second ID of the task, part of the operation's response. */
  readonly streamId: string
  readonly startedAt: Instant
  readonly finishedAt: Instant
  readonly outcome: TaskOutcome
}
