import * as z from "zod"
import { requireDatastore } from "../../access/index.ts"
import { query } from "../../engine/index.ts"
import { exactMatchesAny, listItems, listing } from "../../items/index.ts"
import { answerList } from "../answers/items.ts"
import { anyDatastore } from "../places.ts"

/**
 * Returns the matching items that the caller may see, sorted and paged. Throws INVALID_PARAMS for unknown condition or sort IDs and invalid
 * page numbers, and INVALID_VALUE for an invalid regular expression. (api.md section 17.1)
 */
export const itemList = query({
  name: "ItemList",
  summary: "Searches, sorts and pages through items",
  input: () => ({
    ...anyDatastore(),
    ...listing(),
    exactMatchesAny: exactMatchesAny(),
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
