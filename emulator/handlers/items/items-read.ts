import { getItemDetails, getItemSearchConditions, itemList } from "../../../src/inside.ts"
import { table } from "../../contract/table.ts"
import { handle } from "../../http/handle.ts"
import { presentItemDetails } from "../../presenters/items/item-details.ts"
import { presentCsv, presentItemList } from "../../presenters/items/item-list.ts"
import { presentSearchConditions } from "../../presenters/workspace/search-conditions.ts"
import { jsonReply, textReply } from "../../wire/reply.ts"
import { readCondition } from "./conditions.ts"
import { placeInApplication } from "./item-place.ts"

export const itemReadHandlers = {
  getItemDetails: handle(table.getItemDetails, getItemDetails, {
    // performance.md, "spread"
    where: (params) => ({ item: params["item-id"], ...placeInApplication(params) }),
    input: ({ query }, where) => ({
      ids: query.format === "map" || query.use_display_id === true ? ("display" as const) : ("internal" as const),
      includeLinkedItems: query.include_linked_items,
      includeLookups: query.include_lookups,
      returnNumberValue: query.return_number_value,
      ...where,
    }),
    present: (details) => jsonReply(200, presentItemDetails(details)),
  }),
  itemList: handle(table.itemList, itemList, {
    where: placeInApplication,
    input: ({ body }, where) => ({
      conditions: body.conditions?.map(readCondition),
      useOrCondition: body.use_or_condition,
      page: body.page,
      perPage: body.per_page,
      unreadOnly: body.unread_only,
      excludeActionHistory: body.exclude_action_history,
      excludeCommentHistory: body.exclude_comment_history,
      sortFields: sortsOf(body),
      useDefaultSearch: body.use_default_search,
      ids: body.use_display_id === false ? ("internal" as const) : ("display" as const),
      includeLinks: body.include_links,
      includeLookups: body.include_lookups,
      returnNumberValue: body.return_number_value,
      returnCountOnly: body.return_count_only,
      omitTotalItems: body.omit_total_items,
      dataResultTimeoutSec: body.data_result_timeout_sec,
      totalCountTimeoutSec: body.total_count_timeout_sec,
      ...where,
    }),
    present: (list, { body }) =>
      body.format === "csv"
        ? textReply("text/csv; charset=utf-8", presentCsv(list))
        : presentItemList(list, { fields: body.include_fields_data === true }),
  }),
  getItemSearchConditions: handle(table.getItemSearchConditions, getItemSearchConditions, {
    where: placeInApplication,
    input: (_, where) => where,
    present: presentSearchConditions,
  }),
}

interface SortingBody {
  readonly sort_fields?: readonly { readonly id: string; readonly order?: "asc" | "desc" | undefined }[] | undefined
  readonly sort_field_id?: string | undefined
  readonly sort_order?: "asc" | "desc" | undefined
}

/** `sort_fields` wins over `sort_field_id`; none at all leaves the default order. */
const sortsOf = ({ sort_fields: several = [], sort_field_id: id, sort_order: order }: SortingBody) =>
  several.length > 0 || id === undefined ? several : [{ id, order }]
