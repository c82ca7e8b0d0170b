import type { Actor } from "../access/actor.ts"
import { addSeconds } from "../model/calendar/instants.ts"
import { placeNotFound } from "../model/error.ts"
import type { PId } from "../model/ids.ts"
import type { Task, TaskCategory } from "../records/templates/task.ts"
import type { Tx } from "../state/tx.ts"

export interface NewTask {
  readonly category: TaskCategory
  /** Null: not known yet. */
  readonly pId: PId | null
  /** It is finished at once, whatever the world's tasks take. */
  readonly isImmediate?: boolean | undefined
}

/**
 * Enters a task of the caller in their current workspace, in the transaction that does its work (api.md section 14, "GetTasks"): it is finished
 * at once, or waits and works half of the world's `slowTasks` seconds each.
 */
export function putTask(
  tx: Tx,
  { uId, wId }: Pick<Actor, "uId" | "wId">,
  { category, pId, isImmediate }: NewTask,
): Task {
  if (wId === null) throw placeNotFound("workspace not found: you are in none")
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
