import {
  createItem,
  createItemWithItemID,
  createNewItemID,
  deleteItem,
  deleteItemByConditions,
  executeAction,
  executeActionByActionID,
  executeBulkAction,
  refuseForbiddenAction,
  runUseCase,
  updateItem,
} from "../../../src/index.ts"
import type { table } from "../../contract/table.ts"
import { type Handler, handler } from "../../http/handler.ts"
import { jsonReply } from "../../http/reply.ts"
import {
  presentBulkOutcome,
  presentCreatedItem,
  presentExecutedAction,
  presentUpdatedItem,
} from "../../presenters/items/item-writes.ts"
import { readCondition } from "./conditions.ts"
import { datastorePlace, itemPlace } from "./item-place.ts"
import { readKeyUpdates, writeOptions } from "./write-options.ts"

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)

/**
 * The refusal of an action that path or body name, or of the default one of the crud type. Without a datastore or a body in which
 * an action may stand nothing can be said.
 */
const forbidden =
  (crudType?: "1" | "2" | "3"): NonNullable<Handler["forbid"]> =>
  ({ view, actor, params }, body) => {
    const datastore = params["datastore-id"] ?? textOf(body?.datastore_id)
    const inPath = params["action-id"]
    if (datastore === undefined || (inPath === undefined && body === null)) return
    const application = params["app-id"] ?? textOf(body?.project_id)
    const actionId = inPath ?? textOf(body?.action_id) ?? textOf(body?.a_id)
    refuseForbiddenAction(view, actor, { application, datastore, actionId, crudType })
  }

export const itemWriteHandlers = {
  createItem: {
    forbid: forbidden("1"),
    run: async ({ caller, params, body }) =>
      jsonReply(
        200,
        presentCreatedItem(
          await runUseCase(caller, createItem, writeOptions(body, datastorePlace(params), body.action_id)),
        ),
      ),
  } satisfies Handler<typeof table.createItem>,
  updateItem: {
    forbid: forbidden("2"),
    run: async ({ caller, params, body }) =>
      jsonReply(
        200,
        presentUpdatedItem(await runUseCase(caller, updateItem, writeOptions(body, itemPlace(params), body.action_id))),
      ),
  } satisfies Handler<typeof table.updateItem>,
  createItemWithItemID: {
    forbid: forbidden(),
    run: async ({ caller, params, body }) => {
      const place = { application: body.project_id, datastore: body.datastore_id, itemId: params["item-id"] ?? "" }
      await runUseCase(caller, createItemWithItemID, writeOptions(body, place, params["action-id"] ?? ""))
      return null
    },
  } satisfies Handler<typeof table.createItemWithItemID>,
  executeAction: {
    forbid: forbidden(),
    run: async ({ caller, params, body }) => {
      const place = { ...itemPlace(params), itemId: params["item-id"] ?? body.item_id }
      const did = await runUseCase(caller, executeAction, writeOptions(body, place, params["action-id"] ?? ""))
      return jsonReply(200, presentExecutedAction(did, body.return_actionscript_logs === true))
    },
  } satisfies Handler<typeof table.executeAction>,
  executeActionByActionID: {
    forbid: forbidden(),
    run: async ({ caller, params, body }) => {
      const place = { datastore: body.datastore_id, itemId: params["item-id"] ?? "" }
      await runUseCase(caller, executeActionByActionID, writeOptions(body, place, params["action-id"] ?? ""))
      return null
    },
  } satisfies Handler<typeof table.executeActionByActionID>,
  executeBulkAction: {
    forbid: forbidden(),
    run: async ({ caller, params, body }) =>
      presentBulkOutcome(
        await runUseCase(caller, executeBulkAction, {
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
          accessKeyUpdates: body.access_key_updates === undefined ? undefined : readKeyUpdates(body.access_key_updates),
          asParams: body.as_params,
        }),
      ),
  } satisfies Handler<typeof table.executeBulkAction>,
  deleteItem: {
    forbid: forbidden("3"),
    run: async ({ caller, params, body }) => {
      await runUseCase(caller, deleteItem, {
        ...itemPlace(params),
        actionId: body.action_id ?? body.a_id,
        deleteLinkedItems: body.delete_linked_items,
        targetDatastores: body.target_datastores,
      })
      return { error: null }
    },
  } satisfies Handler<typeof table.deleteItem>,
  deleteItemByConditions: {
    forbid: forbidden("3"),
    run: async ({ caller, params, body }) => {
      await runUseCase(caller, deleteItemByConditions, {
        ...datastorePlace(params),
        conditions: (body.conditions ?? []).map(readCondition),
      })
      return { error: null }
    },
  } satisfies Handler<typeof table.deleteItemByConditions>,
  createNewItemID: handler<typeof table.createNewItemID>(async ({ caller, params }) => ({
    item_id: await runUseCase(caller, createNewItemID, { datastore: params["datastore-id"] ?? "" }),
  })),
}
