import * as z from "zod"
import { row } from "../../row.ts"
import {
  answer,
  body,
  integer,
  internalId,
  lazy,
  millis,
  named,
  nothing,
  queryBoolean,
  queryInteger,
} from "../../shapes.ts"
import { itemNotFound } from "./items-read.ts"

const BASE = "/applications/:app-id/datastores/:datastore-id/items/histories/:item-id"

/** `History` of api.md section 20. */
const history = lazy(() =>
  named(
    "History",
    answer({
      history_id: internalId(),
      comment: z.string(),
      display_order: integer(),
      is_unread: z.boolean(),
      created_at: millis(),
      updated_at: millis(),
      updated_by: internalId().optional(),
      is_updated: z.boolean(),
      datastore_id: internalId(),
      datastore_name: z.string(),
      user_id: internalId(),
      username: z.string(),
      email: z.string(),
      media_link: z.string().optional(),
      action_id: internalId().optional(),
      action_name: z.string().optional(),
      action_operation: z.enum(["1", "2", "3", "4"]).optional(),
      is_status_action: z.boolean().optional(),
      transaction_id: z.string().optional(),
    }),
  ),
)

export type WireHistory = z.input<ReturnType<typeof history>>

const comment = lazy(() => body({ comment: z.string() }))

/** api.md section 20: histories and comments. */
export const historyRows = {
  getItemHistories: row({
    method: "get",
    paths: [BASE],
    tag: "histories",
    summary: "The history of an item, newest first; what is answered becomes read",
    auth: "token",
    query: lazy(() =>
      z.object({
        from_index: queryInteger(),
        to_index: queryInteger(),
        from_datetime: z.string().optional(),
        to_datetime: z.string().optional(),
        exclude_action_history: queryBoolean(),
        exclude_comment_history: queryBoolean(),
      }),
    ),
    answer: lazy(() => answer({ unread: integer(), histories: z.array(history()) })),
    errors: { target: itemNotFound },
    source: "docs",
  }),
  getItemHistoriesOld: row({
    method: "get",
    paths: ["/datastores/:datastore-id/items/:item-id/histories"],
    tag: "histories",
    summary: "The history of an item (old form)",
    auth: "token",
    query: lazy(() => z.object({ from_item_index: queryInteger(), to_item_index: queryInteger() })),
    answer: lazy(() =>
      answer({
        unread: integer(),
        histories: z.array(
          answer({
            h_id: internalId(),
            user_id: internalId(),
            i_id: internalId(),
            is_unread: integer(),
            history: history(),
          }),
        ),
      }),
    ),
    errors: { target: itemNotFound },
    source: "docs",
  }),
  postItemComment: row({
    method: "post",
    paths: [BASE],
    tag: "histories",
    summary: "Comment on an item",
    auth: "token",
    body: comment,
    answer: nothing,
    errors: { target: itemNotFound },
    source: "docs",
  }),
  updateItemComment: row({
    method: "put",
    paths: [`${BASE}/:history-id`],
    tag: "histories",
    summary: "Change a comment",
    auth: "token",
    body: comment,
    answer: nothing,
    errors: { target: itemNotFound, privilege: { shape: "errorText", error: "no privileges to update history" } },
    source: "docs",
  }),
  deleteItemComment: row({
    method: "delete",
    paths: [`${BASE}/:history-id`],
    tag: "histories",
    summary: "Delete a comment",
    auth: "token",
    answer: nothing,
    errors: { target: itemNotFound, privilege: { shape: "errorText", error: "no privileges to delete history" } },
    source: "docs",
  }),
} as const
