import type { Instant } from "../model/ids.ts"
import type { Task, TaskOutcome } from "../records/templates/task.ts"

/** What a task is doing. */
export type TaskStatus = "QUEUED" | "IN_PROGRESS" | TaskOutcome

/** What a task is doing at an instant. */
export function taskStatusAt({ startedAt, finishedAt, outcome }: Task, now: Instant): TaskStatus {
  if (now >= finishedAt) return outcome
  return now >= startedAt ? "IN_PROGRESS" : "QUEUED"
}
