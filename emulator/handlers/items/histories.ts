import { getItemHistories, runUseCase } from "../../../src/index.ts"
import type { table } from "../../contract/table.ts"
import { handler } from "../../http/handler.ts"
import { presentHistories, presentHistoriesOld } from "../../presenters/items/histories.ts"

export const historyHandlers = {
  getItemHistories: handler<typeof table.getItemHistories>(async ({ caller, params, query }) =>
    presentHistories(
      await runUseCase(caller, getItemHistories, {
        application: params["app-id"],
        datastore: params["datastore-id"],
        item: params["item-id"],
        fromIndex: query.from_index,
        toIndex: query.to_index,
        fromDatetime: query.from_datetime,
        toDatetime: query.to_datetime,
        excludeActions: query.exclude_action_history,
        excludeComments: query.exclude_comment_history,
      }),
    ),
  ),
  getItemHistoriesOld: handler<typeof table.getItemHistoriesOld>(async ({ caller, params, query }) =>
    presentHistoriesOld(
      await runUseCase(caller, getItemHistories, {
        datastore: params["datastore-id"],
        item: params["item-id"],
        fromIndex: query.from_item_index,
        toIndex: query.to_item_index,
      }),
    ),
  ),
}
