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
  presentBulkOutcome,
  presentCreatedItem,
  presentExecutedAction,
  presentUpdatedItem,
  writtenReply,
} from "../../../presenters/items/item-writes.ts"
import { row } from "../../declared-row.ts"
import { bulkOutcome, createdItem, executedAction, updatedItem } from "../../item-shapes/writes.ts"
import { answerOf, DONE, internalId, NOTHING, nothing, optionalId } from "../../shapes.ts"

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
    answer: bulkOutcome,
    present: presentBulkOutcome,
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
