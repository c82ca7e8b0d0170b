import type * as z from "zod"
import type { itemListBody } from "../../contract/item-shapes/search.ts"
import { readCondition } from "./conditions.ts"
import { sortsOf } from "./sorts.ts"

type ListingBody = z.output<ReturnType<typeof itemListBody>>

/** How a body of ItemList wants items to be listed, in the engine's words; `use_display_id` is the operation's own. */
export const readListing = (body: ListingBody) => ({
  conditions: body.conditions?.map(readCondition),
  useOrCondition: body.use_or_condition,
  page: body.page,
  perPage: body.per_page,
  unreadOnly: body.unread_only,
  excludeActionHistory: body.exclude_action_history,
  excludeCommentHistory: body.exclude_comment_history,
  sortFields: sortsOf(body),
  useDefaultSearch: body.use_default_search,
  includeLinks: body.include_links,
  includeLookups: body.include_lookups,
  returnNumberValue: body.return_number_value,
  returnCountOnly: body.return_count_only,
  omitTotalItems: body.omit_total_items,
  dataResultTimeoutSec: body.data_result_timeout_sec,
  totalCountTimeoutSec: body.total_count_timeout_sec,
})
