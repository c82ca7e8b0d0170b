import { deleteItemComment, getItemHistories, postItemComment, updateItemComment } from "../../../../../src/inside.ts"
import { presentHistories, presentHistoriesOld } from "../../../presenters/items/histories.ts"
import { row } from "../../declared-row.ts"
import { historiesAnswer, oldHistoriesAnswer } from "../../../../contract/item-shapes/histories.ts"
import { nothing } from "../../../../contract/shapes.ts"

const BASE = "/applications/:app-id/datastores/:datastore-id/items/histories/:item-id"

/** api.md section 20: histories and comments. */
export const historyRows = {
  getItemHistories: row(getItemHistories, {
    method: "get",
    paths: [BASE],
    tag: "histories",
    wire: { excludeActions: "exclude_action_history", excludeComments: "exclude_comment_history" },
    answer: historiesAnswer,
    present: presentHistories,
    source: "docs",
  }),
  getItemHistoriesOld: row(getItemHistories, {
    method: "get",
    paths: ["/datastores/:datastore-id/items/:item-id/histories"],
    tag: "histories",
    summary: "The history of an item (old form)",
    wire: {
      application: null,
      fromIndex: "from_item_index",
      toIndex: "to_item_index",
      fromDatetime: null,
      toDatetime: null,
      excludeActions: null,
      excludeComments: null,
    },
    answer: oldHistoriesAnswer,
    present: presentHistoriesOld,
    source: "docs",
  }),
  postItemComment: row(postItemComment, {
    method: "post",
    paths: [BASE],
    tag: "histories",
    answer: nothing,
    present: () => null,
    source: "docs",
  }),
  updateItemComment: row(updateItemComment, {
    method: "put",
    paths: [`${BASE}/:history-id`],
    tag: "histories",
    answer: nothing,
    present: () => null,
    source: "docs",
  }),
  deleteItemComment: row(deleteItemComment, {
    method: "delete",
    paths: [`${BASE}/:history-id`],
    tag: "histories",
    answer: nothing,
    present: () => null,
    source: "docs",
  }),
} as const
