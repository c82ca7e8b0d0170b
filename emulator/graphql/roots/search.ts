import { actorOfCaller } from "../../../src/engine/index.ts"
import { globalSearch } from "../../../src/operations/list.ts"
import { presentGlobalSearch, table } from "../../api/index.ts"
import { ClientItems } from "../items/client-items.ts"
import { type GetItemsParameters, listingOf } from "../items/search.ts"
import { readSelection } from "../items/selection.ts"
import { root } from "../root.ts"

interface ListParameters extends GetItemsParameters {
  readonly include_lookups?: boolean | null
  readonly page?: number | null
  readonly per_page?: number | null
}

interface SearchArguments {
  readonly payload: {
    readonly app_id?: string | null
    readonly return_item_list?: boolean | null
    readonly item_search_params?: ListParameters | null
  }
}

const selectionOf = ({ select_fields: fields, select_fields_lookup: ofLookups }: GetItemsParameters) =>
  readSelection(fields, ofLookups)

/** Removes properties that are null, which count as absent (graphql.md section 1.1). */
const withoutNulls = (parameters: object): object =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== null))

/** Roots that search (graphql.md section 3.8). */
export const searchRoots = {
  getItemSearchConditions: root(table.getItemSearchConditions),
  datastoresGlobalSearch: root(globalSearch, {
    toWire({
      payload: { app_id: application, return_item_list: isListed, item_search_params: given },
    }: SearchArguments) {
      const parameters = given ?? {}
      selectionOf(parameters)
      return {
        ...(application && { "app-id": application }),
        ...(isListed === true && { item_list: withoutNulls({ ...parameters, ...listingOf(parameters) }) }),
      }
    },
    answer(result, call) {
      const { payload } = call.args as unknown as SearchArguments
      const { hits, itemList } = result
      const { search_result: presented } = presentGlobalSearch({ ...result, itemList: undefined })
      const found = presented.map((hit, at) => ({
        ...hit,
        file_name: hits[at]?.fileName ?? null,
        a_id: hits[at]?.aId ?? null,
      }))
      if (itemList === undefined) return { search_result: found, item_list: null, page: null, page_size: null }
      const parameters = payload.item_search_params ?? {}
      const { ids, numbers, items, totalItems } = itemList
      const form = { ids, numbers, lookups: parameters.include_lookups === true, selection: selectionOf(parameters) }
      const listed = new ClientItems(call.view, actorOfCaller(call.view, { uId: call.uId }), form)
      return {
        search_result: found,
        item_list: { items: items.map((item) => listed.listed(item)), totalItems },
        page: parameters.page ?? 1,
        page_size: parameters.per_page ?? 0,
      }
    },
  }),
}
