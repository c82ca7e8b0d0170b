import * as z from "zod"
import { globalSearch } from "../../../../../src/inside.ts"
import { presentGlobalSearch } from "../../../presenters/items/global-search.ts"
import { row } from "../../declared-row.ts"
import { itemListBody } from "../../../../contract/item-shapes/search.ts"
import { globalSearchAnswer } from "../../../../contract/item-shapes/search-answers.ts"
import { sortsOf } from "../../../../contract/item-shapes/sorts.ts"

type Listing = z.output<ReturnType<typeof itemListBody>>

/** Display IDs are the only ones that values are keyed by here, and the answer has no fields. */
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

/** api.md section 10.1: search over the whole workspace. */
export const searchRows = {
  globalSearch: row(globalSearch, {
    method: "post",
    paths: ["/globalsearch"],
    tag: "search",
    wire: { application: "app_id", datastore: "datastore_id", field: "field_id", itemList: null },
    wireOnly: () => ({
      return_item_list: z
        .boolean()
        .describe("True: the answer has item_list; needs datastore_id. Default false")
        .optional(),
      item_search_params: itemListBody()
        .optional()
        .describe("What ItemList would be asked for: conditions, sort, page, …"),
    }),
    toInput: ({ wire }) =>
      wire.return_item_list === true ? { itemList: listingOf(wire.item_search_params ?? {}) } : {},
    answer: globalSearchAnswer,
    present: presentGlobalSearch,
    source: "docs",
  }),
} as const
