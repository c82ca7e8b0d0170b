import { getUserQueries, runUseCase } from "../../../src/index.ts"
import type { table } from "../../contract/table.ts"
import { handler } from "../../http/handler.ts"
import { presentSavedCondition } from "../../presenters/workspace/saved-condition.ts"

export const queryHandlers = {
  getUserQueries: handler<typeof table.getUserQueries>(async ({ caller, params }) => {
    const queries = await runUseCase(caller, getUserQueries, { application: params["app-id"] })
    return queries.map((query) => ({
      q_id: query.qId,
      name: query.name,
      desc: query.desc,
      display_order: query.displayOrder,
      conditions: query.conditions.map(presentSavedCondition),
      projectId: query.pId,
      datastoreId: query.dId,
    }))
  }),
}
