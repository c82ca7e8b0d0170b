import * as z from "zod"
import { getUserQueries } from "../../../../../src/operations/list.ts"
import { presentSavedCondition } from "../../../presenters/workspace/saved-condition.ts"
import { row } from "../../declared-row.ts"
import { integer, internalId, listAnswer } from "../../shapes.ts"
import { savedCondition } from "../../workspace-shapes/queries.ts"

/** Operations on saved lists (api.md section 7.2). */
export const queryRows = {
  getUserQueries: row(getUserQueries, "get /applications/:app-id/queries", {
    answer: listAnswer(() => ({
      q_id: internalId().describe("ID of the saved list"),
      name: z.string().describe("Name of the saved list"),
      desc: z.string().describe("Purpose of the list"),
      display_order: integer().describe("Position among elements of the same kind, counted from 0"),
      conditions: z.array(savedCondition()).describe("Search conditions (model.md section 11)"),
      projectId: internalId().describe("Internal ID of the application"),
      datastoreId: internalId().describe("Internal ID of the datastore"),
    })),
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
    source: "seed",
  }),
} as const
