import type { Actor } from "../access/index.ts"
import { addSeconds, byOrdinal, type Instant, type PId, placeNotFound } from "../model/index.ts"
import type { Fault, Task, TaskCategory, TaskOutcome } from "../model/records/index.ts"
import type { Tx } from "../state/index.ts"

export type TaskOperation = "SaveTemplate" | "UploadTemplate" | "ImportItems"

export interface TaskWork<T> {
  readonly done: T
  /** False if a planned fault made the task fail. All changes except the task itself were then rolled back. */
  readonly hasSucceeded: boolean
}

/** Performs a task. A planned fault (control.md section 3, "faults") rolls back all changes except the task's record. */
export const doTask = <T extends { readonly task: Task }>(
  tx: Tx,
  operation: TaskOperation,
  work: () => T,
): TaskWork<T> => beginTask(tx, operation)(work())

/** Begins a task. The returned function ends it, like `doTask`. */
export function beginTask(
  tx: Tx,
  operation: TaskOperation,
): <T extends { readonly task: Task }>(done: T) => TaskWork<T> {
  const fault = findTaskFault(tx, operation)
  const start = tx.savepoint()
  return (done) => {
    if (fault?.task === undefined) return { done, hasSucceeded: true }
    const { random, nextOrdinal } = tx.scalars
    tx.rollback(start)
    // Keeps the state of the generators: the response contains the generated IDs, so they must not be generated again.
    tx.setScalars({ random, nextOrdinal })
    tx.patch("faults", fault.id, { left: fault.left - 1 })
    tx.put("tasks", { ...done.task, outcome: fault.task })
    return { done, hasSucceeded: false }
  }
}

const findTaskFault = (tx: Tx, operation: TaskOperation): Fault | undefined =>
  tx
    .all("faults")
    .sort(byOrdinal)
    .find(({ task, left, operation: name }) => task !== undefined && left > 0 && (name === "*" || name === operation))

export interface NewTask {
  readonly category: TaskCategory
  readonly pId: PId | null
  /** If true, the task finishes immediately, regardless of `slowTasks`. */
  readonly isImmediate?: boolean | undefined
}

/** Adds a task (api.md section 14, "GetTasks"). It is queued for the first half of `slowTasks` seconds and in progress for the second. */
export function putTask(
  tx: Tx,
  { uId, wId }: Pick<Actor, "uId" | "wId">,
  { category, pId, isImmediate }: NewTask,
): Task {
  if (wId === null) throw placeNotFound("workspace not found: you are not a member of any workspace")
  const slowTasks = isImmediate === true ? 0 : tx.settings.slowTasks
  return tx.put("tasks", {
    qtId: tx.newId(),
    wId,
    pId,
    uId,
    category,
    streamId: tx.newId(),
    createdAt: tx.now,
    startedAt: addSeconds(tx.now, slowTasks / 2),
    finishedAt: addSeconds(tx.now, slowTasks),
    outcome: "PROCESSED",
    ordinal: tx.nextOrdinal(),
  })
}

export type TaskStatus = "QUEUED" | "IN_PROGRESS" | TaskOutcome

export function taskStatusAt({ startedAt, finishedAt, outcome }: Task, now: Instant): TaskStatus {
  if (now >= finishedAt) return outcome
  return now >= startedAt ? "IN_PROGRESS" : "QUEUED"
}
