import { operations } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import { presentGlobalSearch } from "../../presenters/items/global-search.ts"
import { readListing } from "./listing.ts"

export const searchHandlers = {
  globalSearch: handle(table.globalSearch, operations.globalSearch, {
    input: ({ body }) => ({
      query: body.query,
      category: body.category,
      application: body.app_id,
      datastore: body.datastore_id,
      field: body.field_id,
      itemList: body.return_item_list === true ? readListing(body.item_search_params ?? {}) : undefined,
    }),
    present: presentGlobalSearch,
  }),
}
