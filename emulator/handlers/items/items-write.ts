import { operations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle, type PlaceProperties, stringOf } from "../../http/handle.ts"
import {
  describeFindings,
  presentBulkOutcome,
  presentExecutedAction,
  presentUpdatedItem,
} from "../../presenters/items/item-writes.ts"
import { nullReply } from "../../wire/reply.ts"
import { writtenReply } from "../../wire/written-reply.ts"
import { readCondition } from "./conditions.ts"
import { datastorePlace, itemPlace } from "./item-place.ts"
import { readKeyUpdates, writeOptions } from "./write-options.ts"

/** Where an item is to be written, by an action that the body may name; null where the body can't be read. */
const whereInBody = (params: Readonly<Record<string, string>>, inBody: PlaceProperties) => ({
  actionId: inBody === null ? null : stringOf(inBody.action_id),
  ...datastorePlace(params),
})

/** Where an item is to be written, by the action of the path. */
const placeInPath = (params: { readonly "action-id": string }) => ({
  actionId: params["action-id"],
  ...datastorePlace(params),
})

export const itemWriteHandlers = {
  updateItem: handle(table.updateItem, operations.updateItem, {
    placeProperties: ["action_id"],
    where: whereInBody,
    input: ({ params, body }) => writeOptions(body, itemPlace(params), body.action_id),
    present: (updated) => writtenReply(updated, presentUpdatedItem),
  }),
  createItemWithItemID: handle(table.createItemWithItemID, operations.createItemWithItemID, {
    placeProperties: ["project_id", "datastore_id"],
    where: (params, inBody) => ({
      application: stringOf(inBody?.project_id),
      datastore: stringOf(inBody?.datastore_id),
      actionId: params["action-id"],
    }),
    input: ({ params, body }) => {
      const place = { application: body.project_id, datastore: body.datastore_id, itemId: params["item-id"] }
      return writeOptions(body, place, params["action-id"])
    },
    present: ({ findings }) => (findings.length === 0 ? null : nullReply(describeFindings(findings))),
  }),
  executeAction: handle(table.executeAction, operations.executeAction, {
    where: placeInPath,
    input: ({ params, body }) => {
      const place = { ...itemPlace(params), itemId: params["item-id"] ?? body.item_id }
      return writeOptions(body, place, params["action-id"])
    },
    present: (did, { body }) =>
      writtenReply(did, (done) => presentExecutedAction(done, body.return_actionscript_logs === true)),
  }),
  executeActionByActionID: handle(table.executeActionByActionID, operations.executeActionByActionID, {
    placeProperties: ["datastore_id"],
    where: (params, inBody) => ({ datastore: stringOf(inBody?.datastore_id), actionId: params["action-id"] }),
    input: ({ params, body }) =>
      writeOptions(body, { datastore: body.datastore_id, itemId: params["item-id"] }, params["action-id"]),
    present: () => null,
  }),
  executeBulkAction: handle(table.executeBulkAction, operations.executeBulkAction, {
    where: placeInPath,
    input: ({ params, body }) => ({
      ...datastorePlace(params),
      actionId: params["action-id"],
      conditions: body.conditions?.map(readCondition),
      useOrCondition: body.use_or_condition,
      item: body.item,
      changes: body.changes,
      itemRevisions: body.item_revisions,
      comment: body.comment,
      maxItems: body.max_items,
      continueProc: body.continue_proc,
      useDisplayId: body.use_display_id,
      accessKeyUpdates: body.access_key_updates === undefined ? undefined : readKeyUpdates(body.access_key_updates),
      asParams: body.as_params,
    }),
    present: presentBulkOutcome,
  }),
  deleteItem: handle(table.deleteItem, operations.deleteItem, {
    placeProperties: ["action_id", "a_id"],
    where: (params, inBody) => ({
      ...datastorePlace(params),
      actionId: inBody === null ? null : (stringOf(inBody.action_id) ?? stringOf(inBody.a_id)),
    }),
    input: ({ params, body }) => ({
      ...itemPlace(params),
      actionId: body.action_id ?? body.a_id,
      deleteLinkedItems: body.delete_linked_items,
      targetDatastores: body.target_datastores,
    }),
    present: () => ({ error: null }),
  }),
  deleteItemByConditions: handle(table.deleteItemByConditions, operations.deleteItemByConditions, {
    where: datastorePlace,
    input: ({ params, body }) => ({
      ...datastorePlace(params),
      conditions: (body.conditions ?? []).map(readCondition),
    }),
    present: () => ({ error: null }),
  }),
  createNewItemID: handle(table.createNewItemID, operations.createNewItemID, {
    where: (params) => ({ datastore: params["datastore-id"] }),
    input: (_, where) => where,
    present: (itemId) => ({ item_id: itemId }),
  }),
}
