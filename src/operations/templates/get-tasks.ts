import { requireCurrentWorkspace } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import type { Instant } from "../../ids.ts"
import { byOrdinal } from "../../order.ts"
import type { Task, TaskCategory } from "../../records/templates/task.ts"
import { type TaskStatus, taskStatusAt } from "../../tasks/task-status.ts"

export interface GetTasks {
  readonly category?: TaskCategory | undefined
  /** Also those of others. */
  readonly all?: boolean | undefined
  readonly streamId?: string | undefined
}

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

/** GetTasks (api.md section 14): the caller's tasks in the current workspace, or everybody's, in creation order. */
export const getTasks = query({
  enter: requireCurrentWorkspace,
  run: (view, { actor, found: { wId } }, { category, all = false, streamId }: GetTasks): readonly SeenTask[] =>
    view
      .list("tasks", "tasksByWorkspace", wId)
      .filter((task) => all || task.uId === actor.uId)
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
})
