import * as z from "zod"
import { answer, integer, internalId, lazy, millis, named } from "../shapes.ts"

/** `History` of api.md section 20. */
export const history = lazy(() =>
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

export const historiesAnswer = lazy(() => answer({ unread: integer(), histories: z.array(history()) }))

export const oldHistoriesAnswer = lazy(() =>
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
)

export type WireHistories = z.input<ReturnType<typeof historiesAnswer>>
export type WireOldHistories = z.input<ReturnType<typeof oldHistoriesAnswer>>
