import { operations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import { presentHistories, presentHistoriesOld } from "../../presenters/items/histories.ts"
import { placeInApplication } from "./item-place.ts"

export const historyHandlers = {
  getItemHistories: handle(table.getItemHistories, operations.getItemHistories, {
    where: placeInApplication,
    input: ({ params, query }, where) => ({
      ...where,
      itemId: params["item-id"],
      fromIndex: query.from_index,
      toIndex: query.to_index,
      fromDatetime: query.from_datetime,
      toDatetime: query.to_datetime,
      excludeActions: query.exclude_action_history,
      excludeComments: query.exclude_comment_history,
    }),
    present: presentHistories,
  }),
  getItemHistoriesOld: handle(table.getItemHistoriesOld, operations.getItemHistories, {
    where: (params) => ({ datastore: params["datastore-id"] }),
    input: ({ params, query }, where) => ({
      ...where,
      itemId: params["item-id"],
      fromIndex: query.from_item_index,
      toIndex: query.to_item_index,
    }),
    present: presentHistoriesOld,
  }),
}
