import * as z from "zod"
import { requireCurrentWorkspace } from "../../access/places.ts"
import { query } from "../../engine/operation.ts"
import type { Instant } from "../../model/ids.ts"
import { object, optionalId } from "../../model/input/schemas.ts"
import { byOrdinal } from "../../order.ts"
import type { Task, TaskCategory } from "../../records/templates/task.ts"
import { type TaskStatus, taskStatusAt } from "../../tasks/task-status.ts"
import { answerTask } from "../answers/tasks.ts"
import type { TasksAnswer } from "../answers/workspace-answers.ts"

const CATEGORIES = ["SAVETEMPLATE", "UPLOADTEMPLATE", "IMPORT"] as const satisfies readonly TaskCategory[]

/** A task as it stands. */
export interface SeenTask {
  /** Its task. */
  readonly task: Task
  readonly status: TaskStatus
  /** Null: not begun. */
  readonly startedAt: Instant | null
  /** Null: not ended. */
  readonly finishedAt: Instant | null
}

/** The caller's tasks in the current workspace, or everybody's, in creation order. (api.md section 14) */
export const getTasks = query({
  name: "GetTasks",
  summary: "Queued and finished tasks",
  input: () =>
    object({
      category: optionalId().pipe(z.enum(CATEGORIES).optional()).describe("Only tasks of this kind"),
      all: z.boolean().describe("True: those of others, too. Default false").optional(),
      streamId: optionalId().describe("Only the task that this stream reports"),
    }),
  authorize: requireCurrentWorkspace,
  execute: (view, { principal, granted: { wId } }, { category, all = false, streamId }): readonly SeenTask[] =>
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
  answer: (tasks): TasksAnswer => ({
    tasks: tasks.map(({ task, status, startedAt, finishedAt }) => ({
      ...answerTask(task),
      status,
      startedAt,
      finishedAt,
    })),
  }),
})
