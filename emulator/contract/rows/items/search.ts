import * as z from "zod"
import { itemListBody, listItem } from "../../item-shapes/search.ts"
import { row } from "../../row.ts"
import { answer, body, integer, internalId, lazy, optionalId } from "../../shapes.ts"

/** api.md section 10.1: search over the whole workspace. */
export const searchRows = {
  globalSearch: row({
    method: "post",
    paths: ["/globalsearch"],
    tag: "search",
    summary: "Search texts, files and comments of the current workspace",
    auth: "token",
    body: lazy(() =>
      body({
        query: z.string(),
        category: z.enum(["items", "files", "histories"]).optional(),
        app_id: optionalId(),
        datastore_id: optionalId(),
        field_id: optionalId(),
        return_item_list: z.boolean().optional(),
        item_search_params: itemListBody().optional(),
      }),
    ),
    answer: lazy(() =>
      answer({
        search_result: z.array(
          answer({
            category: z.enum(["items", "files", "histories"]),
            w_id: internalId(),
            p_id: internalId(),
            d_id: internalId(),
            i_id: internalId(),
            f_id: internalId().optional(),
            project_name: z.string(),
            datastore_name: z.string(),
            title: z.string(),
            highlight_value: answer({ value: z.array(z.string()) }),
          }),
        ),
        item_list: answer({ items: z.array(listItem()), totalItems: integer() }).optional(),
      }),
    ),
    source: "docs",
  }),
} as const
