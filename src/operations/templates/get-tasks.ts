import * as z from "zod"
import { requireCurrentWorkspace } from "../../access/index.ts"
import { type TaskStatus, taskStatusAt } from "../../automation/index.ts"
import { query } from "../../engine/index.ts"
import { byOrdinal, type Instant } from "../../model/index.ts"
import { optionalBoolean, optionalId } from "../../model/input/index.ts"
import type { Task, TaskCategory } from "../../model/records/index.ts"
import { answerTask } from "../answers/tasks.ts"

const CATEGORIES = ["SAVETEMPLATE", "UPLOADTEMPLATE", "IMPORT"] as const satisfies readonly TaskCategory[]

export interface TaskProgress {
  readonly task: Task
  readonly status: TaskStatus
  /** Time at which the task started. Null if it is still queued. */
  readonly startedAt: Instant | null
  /** Time at which the task ended. Null if it has not ended. */
  readonly finishedAt: Instant | null
}

/** Returns the caller's tasks, or all tasks of the current workspace, in creation order. (api.md section 14) */
export const getTasks = query({
  name: "GetTasks",
  summary: "Returns queued and finished tasks",
  input: () => ({
    category: optionalId().pipe(z.enum(CATEGORIES).optional()).describe("Only tasks of this kind"),
    all: optionalBoolean("True: also tasks of other users. Default false"),
    streamId: optionalId().describe("Only the task with this stream ID"),
  }),
  authorize: requireCurrentWorkspace,
  execute: (view, { principal, granted: { wId } }, { category, all = false, streamId }): readonly TaskProgress[] =>
    view
      .list("tasks", "tasksByWorkspace", wId)
      .filter((task) => all || task.uId === principal.uId)
      .filter((task) => category === undefined || task.category === category)
      .filter((task) => streamId === undefined || task.streamId === streamId)
      .sort(byOrdinal)
      .map((task) => {
        const { startedAt, finishedAt } = task
        return {
          task,
          status: taskStatusAt(task, view.now),
          startedAt: startedAt <= view.now ? startedAt : null,
          finishedAt: finishedAt <= view.now ? finishedAt : null,
        }
      }),
  answer: (tasks) => ({
    tasks: tasks.map(({ task, status, startedAt, finishedAt }) => ({
      ...answerTask(task),
      status,
      startedAt,
      finishedAt,
    })),
  }),
})
