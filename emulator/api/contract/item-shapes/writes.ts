import * as z from "zod"
import {
  answer,
  integer,
  internalId,
  internalIdOrNone,
  lazy,
  listOf,
  millis,
  namedAnswer,
  namedOpenAnswer,
} from "../shapes.ts"
import { finding } from "./finding.ts"
import { itemTitle } from "./title.ts"

/** Schema of `ItemResult` (model.md section 5.5). Properties that are not declared here are stored field values. */
export const itemResult = namedOpenAnswer("ItemResult", () => ({
  i_id: internalId().describe("ID of the item"),
  d_id: internalId().describe("Internal ID of the datastore"),
  p_id: internalId().describe("Internal ID of the application"),
  w_id: internalId().describe("Internal ID of the workspace"),
  title: itemTitle(),
  rev_no: integer().describe("Revision of the item; starts at 1 and grows with each change"),
  status_id: internalIdOrNone().describe("Display or internal ID of the status; empty for no status"),
  created_at: millis().describe("Time of creation: an ISO 8601 instant in UTC"),
  created_by: z.string().describe("Name of the user who created the item; IMPORT for imported items"),
  updated_at: millis().describe("Time of the last change: an ISO 8601 instant in UTC"),
  updated_by: z.string().describe("Name of the user who made the last change"),
  links: listOf("Linked items by datastore; only if there are linked items", {
    d_id: internalId().describe("Internal ID of the datastore"),
    i_ids: z.array(internalId()).describe("IDs of the items"),
  }).optional(),
}))

export type WireItemResult = z.input<ReturnType<typeof itemResult>>

const scriptResult = () =>
  answer({
    result: z.unknown().describe("Result of the script; null for a post script that is not awaited"),
  }).optional()

/** Properties that the responses of all writes of one item share. */
const writtenItem = () => ({
  history_id: internalId().describe("ID of the history entry that the write created"),
  item_id: internalId().describe("ID of the item"),
  item: itemResult().nullable().optional().describe("The item after the write; only with return_item_result"),
  pre_result: scriptResult().describe("Result of the action's pre script; absent if the action has no pre script"),
  as_result: scriptResult().describe("Result of the action's post script; absent if the action has no post script"),
})

export const createdItem = namedAnswer("CreatedItem", () => ({
  error: z.union([z.null(), z.array(finding())]).describe("The errors; null or empty if there are none"),
  ...writtenItem(),
}))

export const updatedItem = namedAnswer("UpdatedItem", () => ({
  error: z.union([z.literal(""), z.array(finding())]).describe("The errors; null or empty if there are none"),
  itemHistory: answer({
    IsChanged: z.boolean().describe("Whether the write changed at least one value"),
    UserObjID: z.literal("").describe("Always an empty string"),
    action_id: internalId().describe("Display ID or a_id of the action"),
    comment: z.string().describe("Comment of the request"),
    created_at: millis().describe("Time of creation: an ISO 8601 instant in UTC"),
    datastore_id: internalId().describe("Internal ID of the datastore"),
    datastore_name: z.string().describe("Name of the datastore"),
    display_order: integer().describe("Always 0"),
    email: z.string().describe("E-mail address"),
    history_id: internalId().describe("ID of the history entry that the write created"),
    i_id: internalId().describe("ID of the item"),
    is_fetchreplymail: z.boolean().describe("Always false"),
    is_notify: z.boolean().describe("Always false"),
    item_id: internalId().describe("ID of the item"),
    media_link: z.string().describe("URL of the user's profile picture"),
    post_for_rel: z.boolean().describe("Always false"),
    post_mode: z.literal("").describe("Always an empty string"),
    project_id: internalId().describe("Internal ID of the application"),
    transaction_id: z.string().describe("ID shared by all history entries of one request"),
    updated_at: millis().describe("Time of the last change: an ISO 8601 instant in UTC"),
    user_id: internalId().describe("ID of the user"),
    username: z.string().optional().describe("Name of the user"),
    workspace_id: internalId().describe("Internal ID of the workspace"),
  }).describe("The history entry that the write created"),
  rev_no: answer({
    _id: internalId().describe("ID of the item"),
    rev_no: integer().describe("The item's new revision"),
  }).describe("The item's ID and its new revision"),
  ...writtenItem(),
}))

/** Schema of an action's response: like UpdateItem, like CreateItem for a create action, `{error:""}` for a delete action. */
export const executedAction = lazy(() => {
  const logs = {
    actionscript_logs: z
      .array(z.string())
      .optional()
      .describe("Log lines of the action's scripts; only with return_actionscript_logs"),
  }
  return z.union([
    updatedItem().extend(logs),
    createdItem().extend(logs),
    answer({
      error: z.union([z.literal(""), z.array(finding())]).describe("The errors; null or empty if there are none"),
      ...logs,
    }),
  ])
})

export type WireCreatedItem = z.input<ReturnType<typeof createdItem>>
export type WireUpdatedItem = z.input<ReturnType<typeof updatedItem>>
export type WireExecutedAction = z.input<ReturnType<typeof executedAction>>
