import { byOrdinal } from "../order.ts"
import type { Fault } from "../records/fault.ts"
import type { Task } from "../records/templates/task.ts"
import type { Tx } from "../state/tx.ts"

/** Operations that leave a task. */
export type TaskOperation = "SaveTemplate" | "UploadTemplate" | "ImportItems"

/** What came of the work of a task. */
export interface TaskWork<T> {
  readonly done: T
  /** False where a planned fault made the task fail: everything but its entry was taken back. */
  readonly isKept: boolean
}

/**
 * Does the work of a task, in the transaction of its operation. A planned fault (control.md section 3, "faults") lets it fail: the entry stays
 * with the outcome, and nothing else; what the work was told of IDs is told of nothing.
 */
export function doTask<T extends { readonly task: Task }>(
  tx: Tx,
  operation: TaskOperation,
  work: () => T,
): TaskWork<T> {
  const fault = findTaskFault(tx, operation)
  const start = tx.savepoint()
  const done = work()
  if (fault?.task === undefined) return { done, isKept: true }
  const { random, nextOrdinal } = tx.scalars
  tx.rollback(start)
  // IDs that were told must not be given again.
  tx.setScalars({ random, nextOrdinal })
  tx.patch("faults", fault.id, { left: fault.left - 1 })
  tx.put("tasks", { ...done.task, outcome: fault.task })
  return { done, isKept: false }
}

/** The oldest one left that fits. */
const findTaskFault = (tx: Tx, operation: TaskOperation): Fault | undefined =>
  tx
    .table("faults")
    .toArray()
    .sort(byOrdinal)
    .find(({ task, left, operation: name }) => task !== undefined && left > 0 && (name === "*" || name === operation))
