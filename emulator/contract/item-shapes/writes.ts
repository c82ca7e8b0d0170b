import * as z from "zod"
import { answer, integer, internalId, internalIdOrNone, lazy, millis, named } from "../shapes.ts"
import { finding } from "./finding.ts"

/** `ItemResult` of model.md section 5.5; its other members are field values in stored form. */
export const itemResult = lazy(() =>
  named(
    "ItemResult",
    z.looseObject({
      i_id: internalId(),
      d_id: internalId(),
      p_id: internalId(),
      w_id: internalId(),
      title: z.string(),
      rev_no: integer(),
      status_id: internalIdOrNone(),
      created_at: millis(),
      created_by: z.string(),
      updated_at: millis(),
      updated_by: z.string(),
      links: z.array(answer({ d_id: internalId(), i_ids: z.array(internalId()) })).optional(),
    }),
  ),
)

export type WireItemResult = z.input<ReturnType<typeof itemResult>>

const scriptResult = () => answer({ result: z.unknown() }).optional()

/** What CreateItem answers, with further members where an operation adds some. */
export const createdItem = lazy(() =>
  named(
    "CreatedItem",
    answer({
      error: z.union([z.null(), z.array(finding())]),
      history_id: internalId(),
      item_id: internalId(),
      item: itemResult().optional(),
      pre_result: scriptResult(),
      as_result: scriptResult(),
    }),
  ),
)

/** What UpdateItem answers. */
export const updatedItem = lazy(() =>
  named(
    "UpdatedItem",
    answer({
      error: z.union([z.literal(""), z.array(finding())]),
      itemHistory: answer({
        IsChanged: z.boolean(),
        UserObjID: z.literal(""),
        action_id: internalId(),
        comment: z.string(),
        created_at: millis(),
        datastore_id: internalId(),
        datastore_name: z.string(),
        display_order: integer(),
        email: z.string(),
        history_id: internalId(),
        i_id: internalId(),
        is_fetchreplymail: z.boolean(),
        is_notify: z.boolean(),
        item_id: internalId(),
        media_link: z.string(),
        post_for_rel: z.boolean(),
        post_mode: z.literal(""),
        project_id: internalId(),
        transaction_id: z.string(),
        updated_at: millis(),
        user_id: internalId(),
        username: z.string().optional(),
        workspace_id: internalId(),
      }),
      rev_no: answer({ _id: internalId(), rev_no: integer() }),
      history_id: internalId(),
      item_id: internalId(),
      item: itemResult().optional(),
      pre_result: scriptResult(),
      as_result: scriptResult(),
    }),
  ),
)

/** What an executed action answers: as UpdateItem, as CreateItem for a create action, `{error:""}` for a delete action. */
export const executedAction = lazy(() => {
  const logs = { actionscript_logs: z.array(z.string()).optional() }
  return z.union([
    updatedItem().extend(logs),
    createdItem().extend(logs),
    answer({ error: z.union([z.literal(""), z.array(finding())]), ...logs }),
  ])
})

/** What ExecuteBulkAction answers. */
export const bulkOutcome = lazy(() =>
  answer({
    has_error: z.boolean(),
    errors: z.array(finding()).optional(),
    result: answer({ matched: integer(), processed: integer() }),
  }),
)

export type WireCreatedItem = z.input<ReturnType<typeof createdItem>>
export type WireUpdatedItem = z.input<ReturnType<typeof updatedItem>>
export type WireExecutedAction = z.input<ReturnType<typeof executedAction>>
export type WireBulkOutcome = z.input<ReturnType<typeof bulkOutcome>>
