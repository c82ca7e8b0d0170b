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
} from "../../../../../src/inside.ts"
import {
  describeFindings,
  presentBulkOutcome,
  presentCreatedItem,
  presentExecutedAction,
  presentUpdatedItem,
} from "../../../presenters/items/item-writes.ts"
import { nullReply } from "../../../../wire/reply.ts"
import { writtenReply } from "../../../../wire/written-reply.ts"
import { row } from "../../declared-row.ts"
import { bulkOutcome, createdItem, executedAction, updatedItem } from "../../../../contract/item-shapes/writes.ts"
import { answer, done, internalId, lazy, nothing, optionalId } from "../../../../contract/shapes.ts"

const PLACE = "/applications/:app-id/datastores/:datastore-id"

const notifySender = () => ({
  is_notify_to_sender: z.boolean().describe("True: who sends the request is notified, too").optional(),
})

/** Where the path names the action. */
const otherAction = () => ({ action_id: optionalId().describe("Has no effect: the path names the action") })

const actionBody = () => ({
  ...notifySender(),
  ...otherAction(),
  return_actionscript_logs: z
    .boolean()
    .describe("True: the answer has what the action's scripts logged. Default false")
    .optional(),
})

const unusedDisplayId = () => ({ use_display_id: z.boolean().describe("Has no effect").optional() })

/** api.md sections 6 and 18: writing items. */
export const itemWriteRows = {
  createItem: row(createItem, {
    method: "post",
    paths: [`${PLACE}/items/new`],
    tag: "items-write",
    wire: { revNo: null, groupsToPublish: null },
    wireOnly: notifySender,
    answer: createdItem,
    present: (created) => writtenReply(created, presentCreatedItem),
    source: "seed",
  }),
  updateItem: row(updateItem, {
    method: "post",
    paths: [`${PLACE}/items/edit/:item-id`],
    tag: "items-write",
    wireOnly: notifySender,
    answer: updatedItem,
    present: (updated) => writtenReply(updated, presentUpdatedItem),
    source: "seed",
  }),
  createItemWithItemID: row(createItemWithItemID, {
    method: "post",
    paths: ["/items/:item-id/new-actions/:action-id"],
    tag: "items-write",
    wire: { application: "project_id", datastore: "datastore_id", revNo: null, groupsToPublish: null },
    wireOnly: () => ({ ...notifySender(), ...otherAction() }),
    answer: nothing,
    present: ({ findings }) => (findings.length === 0 ? null : nullReply(describeFindings(findings))),
    source: "seed",
  }),
  executeAction: row(executeAction, {
    method: "post",
    paths: [`${PLACE}/items/action/:item-id/:action-id`, `${PLACE}/items/action/:action-id`],
    tag: "items-write",
    wire: { itemId: "item_id" },
    wireOnly: actionBody,
    answer: executedAction,
    present: (executed, { wire }) =>
      writtenReply(executed, (done) => presentExecutedAction(done, wire.return_actionscript_logs === true)),
    source: "docs",
  }),
  executeActionByActionID: row(executeActionByActionID, {
    method: "post",
    paths: ["/items/:item-id/actions/:action-id"],
    tag: "items-write",
    wire: { datastore: "datastore_id" },
    wireOnly: actionBody,
    answer: nothing,
    present: () => null,
    source: "docs",
  }),
  executeBulkAction: row(executeBulkAction, {
    method: "post",
    paths: [`${PLACE}/items/bulkaction/:action-id`],
    tag: "items-write",
    answer: bulkOutcome,
    present: presentBulkOutcome,
    source: "docs",
  }),
  deleteItem: row(deleteItem, {
    method: "delete",
    paths: [`${PLACE}/items/delete/:item-id`],
    tag: "items-write",
    wire: { actionId: ["action_id", "a_id"] },
    wireOnly: unusedDisplayId,
    answer: done,
    present: () => ({ error: null }),
    source: "docs",
  }),
  deleteItemByConditions: row(deleteItemByConditions, {
    method: "delete",
    paths: [`${PLACE}/items/delete`],
    tag: "items-write",
    wireOnly: unusedDisplayId,
    answer: done,
    present: () => ({ error: null }),
    source: "docs",
  }),
  createNewItemID: row(createNewItemID, {
    method: "post",
    paths: ["/datastores/:datastore-id/items/create-id"],
    tag: "items-write",
    answer: lazy(() => answer({ item_id: internalId() })),
    present: (itemId) => ({ item_id: itemId }),
    source: "docs",
  }),
} as const
