import * as z from "zod"
import {
  answer,
  answerOf,
  integer,
  internalId,
  internalIdOrNone,
  lazy,
  listOf,
  millis,
  named,
  namedAnswer,
} from "../shapes.ts"
import { finding } from "./finding.ts"

/** Schema of `ItemResult` (model.md section 5.5). Properties that are not declared here are stored field values. */
export const itemResult = lazy(() =>
  named(
    "ItemResult",
    z.looseObject({
      i_id: internalId().describe("ID of the item"),
      d_id: internalId().describe("Internal ID of the datastore"),
      p_id: internalId().describe("Internal ID of the application"),
      w_id: internalId().describe("Internal ID of the workspace"),
      title: z.string().describe("The item's title: the values of its title fields that are not empty, joined"),
      rev_no: integer().describe("Revision: counts the changes of the item, from 1"),
      status_id: internalIdOrNone().describe(
        "The status, by display or internal ID; in answers empty where there is none",
      ),
      created_at: millis().describe("When it was created: an ISO 8601 instant in UTC"),
      created_by: z.string().describe("Name of the user who created it; IMPORT for imported items"),
      updated_at: millis().describe("When it was last changed: an ISO 8601 instant in UTC"),
      updated_by: z.string().describe("Name of the user who last changed it"),
      links: listOf("Linked items by datastore; only where there are related data", {
        d_id: internalId().describe("Internal ID of the datastore"),
        i_ids: z.array(internalId()).describe("IDs of the items"),
      }).optional(),
    }),
  ),
)

export type WireItemResult = z.input<ReturnType<typeof itemResult>>

const scriptResult = () =>
  answer({
    result: z.unknown().describe("What the script returned; null for a post script that is not awaited"),
  }).optional()

export const createdItem = namedAnswer("CreatedItem", () => ({
  error: z.union([z.null(), z.array(finding())]).describe("What went wrong; null or empty when nothing did"),
  history_id: internalId().describe("ID of the history entry that the write left"),
  item_id: internalId().describe("ID of the item"),
  item: itemResult().nullable().optional().describe("The item as it is now; only with return_item_result"),
  pre_result: scriptResult().describe("What the action's pre script answered; absent without one"),
  as_result: scriptResult().describe("What the action's post script answered; absent without one"),
}))

export const updatedItem = namedAnswer("UpdatedItem", () => ({
  error: z.union([z.literal(""), z.array(finding())]).describe("What went wrong; null or empty when nothing did"),
  itemHistory: answer({
    IsChanged: z.boolean().describe("Whether at least one value differs from before"),
    UserObjID: z.literal("").describe("Always an empty string"),
    action_id: internalId().describe("The action, by display ID or a_id"),
    comment: z.string().describe("Comment of the request"),
    created_at: millis().describe("When it was created: an ISO 8601 instant in UTC"),
    datastore_id: internalId().describe("Internal ID of the datastore"),
    datastore_name: z.string().describe("Name of the datastore"),
    display_order: integer().describe("Always 0"),
    email: z.string().describe("E-mail address"),
    history_id: internalId().describe("ID of the history entry that the write left"),
    i_id: internalId().describe("ID of the item"),
    is_fetchreplymail: z.boolean().describe("Always false"),
    is_notify: z.boolean().describe("Always false"),
    item_id: internalId().describe("ID of the item"),
    media_link: z.string().describe("URL of the user's profile picture"),
    post_for_rel: z.boolean().describe("Always false"),
    post_mode: z.literal("").describe("Always an empty string"),
    project_id: internalId().describe("Internal ID of the application"),
    transaction_id: z.string().describe("Common to all that one request wrote"),
    updated_at: millis().describe("When it was last changed: an ISO 8601 instant in UTC"),
    user_id: internalId().describe("ID of the user"),
    username: z.string().optional().describe("Name of the user"),
    workspace_id: internalId().describe("Internal ID of the workspace"),
  }).describe("The history entry that the write left"),
  rev_no: answer({
    _id: internalId().describe("ID of the item"),
    rev_no: integer().describe("The item's new revision"),
  }).describe("The item's ID and its new revision"),
  history_id: internalId().describe("ID of the history entry that the write left"),
  item_id: internalId().describe("ID of the item"),
  item: itemResult().nullable().optional().describe("The item as it is now; only with return_item_result"),
  pre_result: scriptResult().describe("What the action's pre script answered; absent without one"),
  as_result: scriptResult().describe("What the action's post script answered; absent without one"),
}))

/** Schema of an action's response: like UpdateItem, like CreateItem for a create action, `{error:""}` for a delete action. */
export const executedAction = lazy(() => {
  const logs = {
    actionscript_logs: z
      .array(z.string())
      .optional()
      .describe("What the action's scripts logged, line by line; only with return_actionscript_logs"),
  }
  return z.union([
    updatedItem().extend(logs),
    createdItem().extend(logs),
    answer({
      error: z.union([z.literal(""), z.array(finding())]).describe("What went wrong; null or empty when nothing did"),
      ...logs,
    }),
  ])
})

export const bulkOutcome = answerOf(() => ({
  has_error: z.boolean().describe("Whether something went wrong"),
  errors: z.array(finding()).optional().describe("What went wrong, one element for each"),
  result: answer({
    matched: integer().describe("How many items fit the conditions"),
    processed: integer().describe("How many were done"),
  }).describe("What was done, or found"),
}))

export type WireCreatedItem = z.input<ReturnType<typeof createdItem>>
export type WireUpdatedItem = z.input<ReturnType<typeof updatedItem>>
export type WireExecutedAction = z.input<ReturnType<typeof executedAction>>
export type WireBulkOutcome = z.input<ReturnType<typeof bulkOutcome>>
