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
} from "../../src/index.ts"
import type { table } from "../contract/table.ts"
import { handler } from "../http/handler.ts"
import {
  presentBulkOutcome,
  presentCreatedItem,
  presentExecutedAction,
  presentUpdatedItem,
} from "../presenters/item-writes.ts"
import { readCondition } from "./conditions.ts"
import { datastorePlace, itemPlace } from "./item-place.ts"
import { keyUpdates, writeOptions } from "./write-options.ts"

export const itemWriteHandlers = {
  createItem: handler<typeof table.createItem>(async ({ caller, params, body }) =>
    presentCreatedItem(
      await createItem(caller, { ...datastorePlace(params), ...writeOptions(body), actionId: body.action_id }),
    ),
  ),
  updateItem: handler<typeof table.updateItem>(async ({ caller, params, body }) =>
    presentUpdatedItem(
      await updateItem(caller, { ...itemPlace(params), ...writeOptions(body), actionId: body.action_id }),
    ),
  ),
  createItemWithItemID: handler<typeof table.createItemWithItemID>(async ({ caller, params, body }) => {
    await createItemWithItemID(caller, {
      ...writeOptions(body),
      application: body.project_id,
      datastore: body.datastore_id,
      itemId: params["item-id"] ?? "",
      actionId: params["action-id"] ?? "",
    })
    return null
  }),
  executeAction: handler<typeof table.executeAction>(async ({ caller, params, body }) => {
    const did = await executeAction(caller, {
      ...itemPlace(params),
      ...writeOptions(body),
      itemId: params["item-id"] ?? body.item_id,
      actionId: params["action-id"] ?? "",
    })
    return presentExecutedAction(did, body.return_actionscript_logs === true)
  }),
  executeActionByActionID: handler<typeof table.executeActionByActionID>(async ({ caller, params, body }) => {
    await executeActionByActionID(caller, {
      ...writeOptions(body),
      datastore: body.datastore_id,
      itemId: params["item-id"] ?? "",
      actionId: params["action-id"] ?? "",
    })
    return null
  }),
  executeBulkAction: handler<typeof table.executeBulkAction>(async ({ caller, params, body }) =>
    presentBulkOutcome(
      await executeBulkAction(caller, {
        ...datastorePlace(params),
        actionId: params["action-id"] ?? "",
        conditions: body.conditions?.map(readCondition),
        useOrCondition: body.use_or_condition,
        item: body.item,
        changes: body.changes,
        itemRevisions: body.item_revisions,
        comment: body.comment,
        maxItems: body.max_items,
        continueProc: body.continue_proc,
        useDisplayId: body.use_display_id,
        accessKeyUpdates: body.access_key_updates === undefined ? undefined : keyUpdates(body.access_key_updates),
        asParams: body.as_params,
      }),
    ),
  ),
  deleteItem: handler<typeof table.deleteItem>(async ({ caller, params, body }) => {
    await deleteItem(caller, {
      ...itemPlace(params),
      actionId: body.action_id ?? body.a_id,
      deleteLinkedItems: body.delete_linked_items,
      targetDatastores: body.target_datastores,
    })
    return { error: null }
  }),
  deleteItemByConditions: handler<typeof table.deleteItemByConditions>(async ({ caller, params, body }) => {
    await deleteItemByConditions(caller, {
      ...datastorePlace(params),
      conditions: (body.conditions ?? []).map(readCondition),
    })
    return { error: null }
  }),
  createNewItemID: handler<typeof table.createNewItemID>(async ({ caller, params }) => ({
    item_id: await createNewItemID(caller, { datastore: params["datastore-id"] ?? "" }),
  })),
}
