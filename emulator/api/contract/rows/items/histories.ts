import * as z from "zod"
import {
  deleteItemComment,
  getItemHistories,
  postItemComment,
  updateItemComment,
} from "../../../../../src/operations/list.ts"
import { presentHistory } from "../../../presenters/items/histories.ts"
import { row } from "../../declared-row.ts"
import { history } from "../../item-shapes/histories.ts"
import { answerOf, integer, internalId, listOf, NOTHING } from "../../shapes.ts"

const BASE = "/applications/:app-id/datastores/:datastore-id/items/histories/:item-id"

/** Operations on item histories and comments (api.md section 20). */
export const historyRows = {
  getItemHistories: row(getItemHistories, `get ${BASE}`, {
    wire: { excludeActions: "exclude_action_history", excludeComments: "exclude_comment_history" },
    answer: answerOf(() => ({
      unread: integer().describe("Number of entries that the caller has not read"),
      histories: z.array(history()).describe("Entries of the item's history, newest first"),
    })),
    present: (result) => ({
      unread: result.unread,
      histories: result.histories.map((entry, at) => presentHistory(entry, at, result)),
    }),
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
    answer: answerOf(() => ({
      unread: integer().describe("Number of entries that the caller has not read"),
      histories: listOf("Entries of the item's history, newest first", {
        h_id: internalId().describe("ID of the history entry"),
        user_id: internalId().describe("ID of the user"),
        i_id: internalId().describe("ID of the item"),
        is_unread: integer().describe("1 if the caller has not read the entry, else 0"),
        history: history().describe("Content of the entry"),
      }),
    })),
    present: (result) => ({
      unread: result.unread,
      histories: result.histories.map((entry, at) => ({
        h_id: entry.history.historyId,
        user_id: entry.history.uId,
        i_id: entry.history.iId,
        is_unread: entry.isUnread ? 1 : 0,
        history: presentHistory(entry, at, result),
      })),
    }),
  }),
  postItemComment: row(postItemComment, `post ${BASE}`, NOTHING),
  updateItemComment: row(updateItemComment, `put ${BASE}/:history-id`, NOTHING),
  deleteItemComment: row(deleteItemComment, `delete ${BASE}/:history-id`, {
    wire: { archiveActions: null },
    ...NOTHING,
  }),
} as const
