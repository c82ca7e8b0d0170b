import * as z from "zod"
import { globalSearch } from "../../../../../src/operations/list.ts"
import { presentGlobalSearch } from "../../../presenters/items/global-search.ts"
import { row } from "../../declared-row.ts"
import { itemListBody, sortsOf } from "../../item-shapes/search.ts"
import { globalSearchAnswer } from "../../item-shapes/search-answers.ts"

type Listing = z.output<ReturnType<typeof itemListBody>>

/** Converts an ItemList body to a listing. Ignores options for ID type and fields: values are keyed by display IDs. */
const listingOf = ({
  sort_field_id,
  sort_order,
  sortFields: sort_fields,
  use_display_id: _ids,
  include_fields_data: _fields,
  omit_fields_data: _noFields,
  format: _format,
  ...listing
}: Listing) => ({ ...listing, sortFields: sortsOf({ sort_fields, sort_field_id, sort_order }) })

/** Operations that search the whole workspace (api.md section 10.1). */
export const searchRows = {
  globalSearch: row(globalSearch, "post /globalsearch", {
    wire: { application: "app_id", datastore: "datastore_id", field: "field_id", itemList: null },
    wireOnly: () => ({
      return_item_list: z
        .boolean()
        .describe("Whether the response has item_list; needs datastore_id. Default: false")
        .optional(),
      item_search_params: itemListBody().optional().describe("The body of ItemList: conditions, sort, page, …"),
    }),
    toInput: ({ wire }) =>
      wire.return_item_list === true ? { itemList: listingOf(wire.item_search_params ?? {}) } : {},
    answer: globalSearchAnswer,
    present: presentGlobalSearch,
  }),
} as const
