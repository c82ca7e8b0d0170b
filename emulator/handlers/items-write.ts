import { createItem, executeAction, invalidParams, updateItem } from "../../src/index.ts"
import type { table } from "../contract/table.ts"
import { handler } from "../http/handler.ts"
import { presentCreatedItem, presentExecutedAction, presentUpdatedItem } from "../presenters/item-writes.ts"
import { writeOptions } from "./write-options.ts"

const place = (params: Readonly<Record<string, string>>) => ({
  application: params["app-id"] ?? "",
  datastore: params["datastore-id"] ?? "",
})

export const itemWriteHandlers = {
  createItem: handler<typeof table.createItem>(async ({ caller, params, body }) =>
    presentCreatedItem(await createItem(caller, { ...place(params), ...writeOptions(body), actionId: body.action_id })),
  ),
  updateItem: handler<typeof table.updateItem>(async ({ caller, params, body }) =>
    presentUpdatedItem(
      await updateItem(caller, {
        ...place(params),
        ...writeOptions(body),
        itemId: params["item-id"] ?? "",
        actionId: body.action_id,
      }),
    ),
  ),
  executeAction: handler<typeof table.executeAction>(async ({ caller, params, body }) => {
    const itemId = params["item-id"] ?? body.item_id
    if (itemId === undefined) throw invalidParams("body.item_id: is required")
    const did = await executeAction(caller, {
      ...place(params),
      ...writeOptions(body),
      itemId,
      actionId: params["action-id"] ?? "",
    })
    return presentExecutedAction(did, body.return_actionscript_logs === true)
  }),
}
