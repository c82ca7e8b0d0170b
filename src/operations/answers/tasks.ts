import type { Task } from "../../records/templates/task.ts"
import type { StartedTaskAnswer } from "./workspace-answers.ts"

/** A task, whichever way it ends. */
export const answerTask = ({ qtId, category, streamId, createdAt }: Task): StartedTaskAnswer => ({
  qtId,
  category,
  streamId,
  createdAt,
})
