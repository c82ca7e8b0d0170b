import { type Lang, nameIn } from "../../../../src/model/index.ts"
import type { GlobalSearchResult, SearchHit } from "../../../../src/operations/index.ts"
import type { WireSearchResult } from "../../contract/item-shapes/search-answers.ts"
import { presentListItem } from "./item-list.ts"

export const presentGlobalSearch = ({ hits, itemList, lang }: GlobalSearchResult): WireSearchResult => ({
  search_result: hits.map((hit) => presentHit(hit, lang)),
  item_list: itemList && {
    items: itemList.items.map((item) => presentListItem(item, itemList.numbers)),
    totalItems: itemList.totalItems,
  },
})

const presentHit = ({ category, application, datastore, item, fId, title, highlights }: SearchHit, lang: Lang) => ({
  category,
  w_id: datastore.wId,
  p_id: datastore.pId,
  d_id: datastore.dId,
  i_id: item.iId,
  f_id: fId ?? undefined,
  project_name: nameIn(application.name, lang),
  datastore_name: nameIn(datastore.name, lang),
  title,
  highlight_value: { value: [...highlights] },
})
