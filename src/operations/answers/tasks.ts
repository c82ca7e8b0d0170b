import type { Task } from "../../model/records/index.ts"

export type TaskAnswer = Pick<Task, "qtId" | "category" | "streamId" | "createdAt">

export const answerTask = ({ qtId, category, streamId, createdAt }: Task): TaskAnswer => ({
  qtId,
  category,
  streamId,
  createdAt,
})
