import { getLinkedItems } from "../../src/index.ts"
import type { table } from "../contract/table.ts"
import { handler } from "../http/handler.ts"
import { presentLinkedDatastores } from "../presenters/linked-items.ts"

export const linkHandlers = {
  /** The route with the application speaks in display IDs, the other one in internal IDs, unless `use_display_id` says otherwise. */
  getLinkedItems: handler<typeof table.getLinkedItems>(async ({ caller, params, query }) => {
    const displayIds = query.use_display_id ?? params["app-id"] !== undefined
    const { linked, ids, lang } = await getLinkedItems(caller, {
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
}
