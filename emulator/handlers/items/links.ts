import { operations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import { presentLinkedDatastores } from "../../presenters/items/linked-items.ts"
import { datastorePlace, itemPlace, placeInApplication } from "./item-place.ts"

export const linkHandlers = {
  /** The route with the application speaks in display IDs, the other one in internal IDs, unless `use_display_id` says otherwise. */
  getLinkedItems: handle(table.getLinkedItems, operations.getLinkedItems, {
    where: placeInApplication,
    input: ({ params, query }, where) => {
      const displayIds = query.use_display_id ?? params["app-id"] !== undefined
      return {
        ...where,
        itemId: params["item-id"],
        linkedDatastore: params["linked-datastore-id"],
        onlyApplication: query.linked_p_id,
        onlyDatastore: query.linked_d_id,
        ids: displayIds ? ("display" as const) : ("internal" as const),
        includeLookups: query.include_lookups,
        returnNumberValue: query.return_number_value,
      }
    },
    present: ({ linked, ids, lang }) => ({
      has_error: false as const,
      result: presentLinkedDatastores(linked, ids, lang),
    }),
  }),
  deleteItemLink: handle(table.deleteItemLink, operations.deleteItemLink, {
    where: datastorePlace,
    input: ({ params, body }) => ({
      ...itemPlace(params),
      linkDatastore: body.link_datastore_id,
      linkItemId: body.link_item_id,
    }),
    present: () => null,
  }),
}
