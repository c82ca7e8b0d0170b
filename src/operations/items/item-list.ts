import { requireDatastore } from "../../access/places.ts"
import { query } from "../../engine/use-case.ts"
import { type ItemList, listItems } from "../../items/reading/list-items.ts"

/**
 * ItemList (api.md section 17.1): the visible items that fit, sorted and paged. Refuses an unknown condition or sort ID or bad
 * paging with INVALID_PARAMS, a bad regular expression with INVALID_VALUE.
 */
export const itemList = query({
  enter: requireDatastore,
  run: (view, { actor, found }, input: ItemList, engine) => listItems(view, actor, found, input, engine),
})
