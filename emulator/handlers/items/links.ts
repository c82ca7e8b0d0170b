import { addItemLink, deleteItemLink, getLinkedItems, runUseCase, updateItemLink } from "../../../src/index.ts"
import type { table } from "../../contract/table.ts"
import { handler } from "../../http/handler.ts"
import { presentLinkedDatastores } from "../../presenters/items/linked-items.ts"
import { itemPlace } from "./item-place.ts"

export const linkHandlers = {
  /** The route with the application speaks in display IDs, the other one in internal IDs, unless `use_display_id` says otherwise. */
  getLinkedItems: handler<typeof table.getLinkedItems>(async ({ caller, params, query }) => {
    const displayIds = query.use_display_id ?? params["app-id"] !== undefined
    const { linked, ids, lang } = await runUseCase(caller, getLinkedItems, {
      application: params["app-id"],
      datastore: params["datastore-id"],
      item: params["item-id"],
      linkedDatastore: params["linked-datastore-id"],
      onlyApplication: query.linked_p_id,
      onlyDatastore: query.linked_d_id,
      ids: displayIds ? "display" : "internal",
      includeLookups: query.include_lookups,
      returnNumberValue: query.return_number_value,
    })
    return { has_error: false, result: presentLinkedDatastores(linked, ids, lang) }
  }),
  addItemLink: handler<typeof table.addItemLink>(async ({ caller, params, body }) => {
    const link = { datastore: body.link_datastore_id, itemId: body.link_item_id }
    await runUseCase(caller, addItemLink, { ...itemPlace(params), link })
    return null
  }),
  updateItemLink: handler<typeof table.updateItemLink>(async ({ caller, params, body }) => {
    const oldLink = { datastore: body.old_link_datastore_id, itemId: body.old_link_item_id }
    const newLink = { datastore: body.new_link_datastore_id, itemId: body.new_link_item_id }
    await runUseCase(caller, updateItemLink, { ...itemPlace(params), oldLink, newLink })
    return null
  }),
  deleteItemLink: handler<typeof table.deleteItemLink>(async ({ caller, params, body }) => {
    await runUseCase(caller, deleteItemLink, {
      ...itemPlace(params),
      linkDatastore: body.link_datastore_id,
      linkItemId: body.link_item_id,
    })
    return null
  }),
}
