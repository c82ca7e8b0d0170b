import { getItemDetails, getItemSearchConditions, itemList, runUseCase } from "../../../src/index.ts"
import type { table } from "../../contract/table.ts"
import { handler } from "../../http/handler.ts"
import { jsonReply, textReply } from "../../http/reply.ts"
import { presentItemDetails } from "../../presenters/items/item-details.ts"
import { presentCsv, presentItemList } from "../../presenters/items/item-list.ts"
import { presentSearchConditions } from "../../presenters/workspace/search-conditions.ts"
import { readCondition } from "./conditions.ts"

export const itemReadHandlers = {
  getItemDetails: handler<typeof table.getItemDetails>(async ({ caller, params, query }) =>
    jsonReply(
      200,
      presentItemDetails(
        await runUseCase(caller, getItemDetails, {
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
  ),
  itemList: handler<typeof table.itemList>(async ({ caller, params, body }) => {
    const list = await runUseCase(caller, itemList, {
      application: params["app-id"],
      datastore: params["datastore-id"],
      conditions: body.conditions?.map(readCondition),
      useOrCondition: body.use_or_condition,
      page: body.page,
      perPage: body.per_page,
      unreadOnly: body.unread_only,
      excludeActionHistory: body.exclude_action_history,
      excludeCommentHistory: body.exclude_comment_history,
      sortFields: sortsOf(body),
      useDefaultSearch: body.use_default_search,
      ids: body.use_display_id === false ? "internal" : "display",
      includeLinks: body.include_links,
      includeLookups: body.include_lookups,
      returnNumberValue: body.return_number_value,
      returnCountOnly: body.return_count_only,
      omitTotalItems: body.omit_total_items,
      dataResultTimeoutSec: body.data_result_timeout_sec,
      totalCountTimeoutSec: body.total_count_timeout_sec,
    })
    if (body.format === "csv") return textReply("text/csv; charset=utf-8", presentCsv(list))
    return presentItemList(list, { fields: body.include_fields_data === true })
  }),
  getItemSearchConditions: handler<typeof table.getItemSearchConditions>(async ({ caller, params }) => {
    const place = { application: params["app-id"], datastore: params["datastore-id"] }
    return presentSearchConditions(await runUseCase(caller, getItemSearchConditions, place))
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
