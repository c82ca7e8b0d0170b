import * as z from "zod"
import {
  createItem,
  createItemWithItemID,
  createNewItemID,
  deleteItem,
  deleteItemByConditions,
  executeAction,
  executeActionByActionID,
  executeBulkAction,
  updateItem,
} from "../../../../../src/operations/list.ts"
import { nullReply } from "../../../../wire/index.ts"
import {
  describeFindings,
  presentCreatedItem,
  presentExecutedAction,
  presentFound,
  presentUpdatedItem,
  writtenReply,
} from "../../../presenters/items/item-writes.ts"
import { row } from "../../declared-row.ts"
import { finding } from "../../item-shapes/finding.ts"
import { createdItem, executedAction, updatedItem } from "../../item-shapes/writes.ts"
import { answer, answerOf, DONE, integer, internalId, NOTHING, nothing, optionalId } from "../../shapes.ts"

const PLACE = "/applications/:app-id/datastores/:datastore-id"

/** Returns an ignored `action_id` property, for routes whose path already names the action. */
const otherAction = () => ({ action_id: optionalId().describe("Has no effect; the path has the action") })

const actionBody = () => ({
  ...otherAction(),
  return_actionscript_logs: z
    .boolean()
    .describe("Whether the response has the logs of the action's scripts. Default: false")
    .optional(),
})

const unusedDisplayId = () => ({ use_display_id: z.boolean().describe("Has no effect").optional() })

/** Operations that write items (api.md sections 6 and 18). */
export const itemWriteRows = {
  createItem: row(createItem, `post ${PLACE}/items/new`, {
    wire: { revNo: null, groupsToPublish: null },
    answer: createdItem,
    present: (created) => writtenReply(created, presentCreatedItem),
    source: "seed",
  }),
  updateItem: row(updateItem, `post ${PLACE}/items/edit/:item-id`, {
    answer: updatedItem,
    present: (updated) => writtenReply(updated, presentUpdatedItem),
    source: "seed",
  }),
  createItemWithItemID: row(createItemWithItemID, "post /items/:item-id/new-actions/:action-id", {
    wire: { application: "project_id", datastore: "datastore_id", revNo: null, groupsToPublish: null },
    wireOnly: otherAction,
    answer: nothing,
    present: ({ findings }) => (findings.length === 0 ? null : nullReply(describeFindings(findings))),
    source: "seed",
  }),
  executeAction: row(executeAction, `post ${PLACE}/items/action/:item-id/:action-id`, {
    otherPaths: [`${PLACE}/items/action/:action-id`],
    wire: { itemId: "item_id" },
    wireOnly: actionBody,
    answer: executedAction,
    present: (executed, { wire }) =>
      writtenReply(executed, (done) => presentExecutedAction(done, wire.return_actionscript_logs === true)),
  }),
  executeActionByActionID: row(executeActionByActionID, "post /items/:item-id/actions/:action-id", {
    wire: { datastore: "datastore_id" },
    wireOnly: actionBody,
    ...NOTHING,
  }),
  executeBulkAction: row(executeBulkAction, `post ${PLACE}/items/bulkaction/:action-id`, {
    answer: answerOf(() => ({
      has_error: z.boolean().describe("Whether an error occurred"),
      errors: z.array(finding()).optional().describe("The errors, one element per error"),
      result: answer({
        matched: integer().describe("Number of items that match the conditions"),
        processed: integer().describe("Number of processed items"),
      }).describe("Result of the operation"),
    })),
    present: ({ matched, processed, findings, hasError }) => ({
      has_error: hasError,
      errors: presentFound(findings, undefined),
      result: { matched, processed },
    }),
  }),
  deleteItem: row(deleteItem, `delete ${PLACE}/items/delete/:item-id`, {
    wire: { actionId: ["action_id", "a_id"] },
    wireOnly: unusedDisplayId,
    ...DONE,
  }),
  deleteItemByConditions: row(deleteItemByConditions, `delete ${PLACE}/items/delete`, {
    wire: { exactMatchesAny: null },
    wireOnly: unusedDisplayId,
    ...DONE,
  }),
  createNewItemID: row(createNewItemID, "post /datastores/:datastore-id/items/create-id", {
    answer: answerOf(() => ({ item_id: internalId().describe("ID of the item") })),
    present: (itemId) => ({ item_id: itemId }),
  }),
} as const
