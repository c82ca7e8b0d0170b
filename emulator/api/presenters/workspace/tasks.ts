import type * as z from "zod"
import { NEVER } from "../../../../src/model/index.ts"
import type { TaskProgress } from "../../../../src/operations/index.ts"
import type { tasksAnswer } from "../../contract/workspace-shapes/tasks.ts"

/** Numbers that represent task statuses (api.md section 14, "GetTasks"). */
const STATUS_IDS: { readonly [S in TaskProgress["status"]]: number } = {
  QUEUED: 0,
  IN_PROGRESS: 1,
  PROCESSED: 2,
  ERROR: 3,
  DEAD: 4,
}

export const presentTasks = (tasks: readonly TaskProgress[]): z.input<ReturnType<typeof tasksAnswer>> =>
  Object.fromEntries(
    tasks.map(({ task, status, startedAt, finishedAt }) => [
      task.qtId,
      {
        qt_id: task.qtId,
        category: task.category,
        status: { id: STATUS_IDS[status], name: status },
        created_at: task.createdAt,
        started_at: startedAt ?? NEVER,
        finished_at: finishedAt ?? NEVER,
        metadata: { w_id: task.wId, p_id: task.pId ?? "" },
      },
    ]),
  )
