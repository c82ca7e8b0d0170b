import { operations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import { presentSavedCondition } from "../../presenters/workspace/saved-condition.ts"

export const queryHandlers = {
  getUserQueries: handle(table.getUserQueries, operations.getUserQueries, {
    where: (params) => ({ application: params["app-id"] }),
    input: (_, where) => where,
    present: (queries) =>
      queries.map((query) => ({
        q_id: query.qId,
        name: query.name,
        desc: query.desc,
        display_order: query.displayOrder,
        conditions: query.conditions.map(presentSavedCondition),
        projectId: query.pId,
        datastoreId: query.dId,
      })),
  }),
}
