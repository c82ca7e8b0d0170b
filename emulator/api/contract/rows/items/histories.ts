import {
  deleteItemComment,
  getItemHistories,
  postItemComment,
  updateItemComment,
} from "../../../../../src/operations/list.ts"
import { presentHistories, presentHistoriesOld } from "../../../presenters/items/histories.ts"
import { row } from "../../declared-row.ts"
import { historiesAnswer, oldHistoriesAnswer } from "../../item-shapes/histories.ts"
import { NOTHING } from "../../shapes.ts"

const BASE = "/applications/:app-id/datastores/:datastore-id/items/histories/:item-id"

/** Operations on item histories and comments (api.md section 20). */
export const historyRows = {
  getItemHistories: row(getItemHistories, `get ${BASE}`, {
    wire: { excludeActions: "exclude_action_history", excludeComments: "exclude_comment_history" },
    answer: historiesAnswer,
    present: presentHistories,
  }),
  getItemHistoriesOld: row(getItemHistories, "get /datastores/:datastore-id/items/:item-id/histories", {
    summary: "Returns an item's histories (old form of GetItemHistories)",
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
  }),
  postItemComment: row(postItemComment, `post ${BASE}`, NOTHING),
  updateItemComment: row(updateItemComment, `put ${BASE}/:history-id`, NOTHING),
  deleteItemComment: row(deleteItemComment, `delete ${BASE}/:history-id`, {
    wire: { archiveActions: null },
    ...NOTHING,
  }),
} as const
