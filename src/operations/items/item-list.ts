import * as z from "zod"
import { requireDatastore } from "../../access/places.ts"
import { query } from "../../engine/operation.ts"
import { object } from "../../model/input/schemas.ts"
import { listItems } from "../../items/reading/list-items.ts"
import { listing } from "../../items/search/search-input.ts"
import { answerList } from "../answers/items.ts"
import { anyDatastore } from "../places.ts"

/**
 * The visible items that fit, sorted and paged. Refuses an unknown condition or sort ID or bad paging with INVALID_PARAMS, a bad regular
 * expression with INVALID_VALUE. (api.md section 17.1)
 */
export const itemList = query({
  name: "ItemList",
  summary: "Search, sort and page through items",
  input: () =>
    object({
      ...anyDatastore(),
      ...listing(),
      ids: z.enum(["display", "internal"]).describe("Which IDs values are keyed by. Default: display").optional(),
    }),
  place: ["application", "datastore"],
  authorize: requireDatastore,
  errors: {
    place: { shape: "placeNotFound" },
    params: { shape: "errorsWithResult" },
    values: { shape: "errorsWithResult" },
  },
  execute: (view, { principal, granted: datastore, engine }, input) =>
    listItems(view, principal, datastore, input, engine),
  answer: (list, context) => answerList(context, list),
})
