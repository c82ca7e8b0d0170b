import { getTasks } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import { presentTasks } from "../../presenters/workspace/tasks.ts"

export const templateHandlers = {
  getTasks: handle(table.getTasks, getTasks, {
    input: ({ query }) => ({ category: query.category, all: query.all, streamId: query.stream_id }),
    present: presentTasks,
  }),
}
