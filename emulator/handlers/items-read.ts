import { getItemDetails } from "../../src/index.ts"
import type { table } from "../contract/table.ts"
import { handler } from "../http/handler.ts"
import { presentItemDetails } from "../presenters/item-details.ts"

export const itemReadHandlers = {
  getItemDetails: handler<typeof table.getItemDetails>(async ({ caller, params, query }) =>
    presentItemDetails(
      await getItemDetails(caller, {
        application: params["app-id"],
        datastore: params["datastore-id"],
        item: params["item-id"],
        ids: query.format === "map" || query.use_display_id === true ? "display" : "internal",
        includeLinkedItems: query.include_linked_items,
        includeLookups: query.include_lookups,
        returnNumberValue: query.return_number_value,
      }),
    ),
  ),
}
