import * as z from "zod"
import { fieldDefinition } from "../rows/workspace/fields.ts"
import { answer, displayId, integer, internalId, internalIdOrNone, lazy, mapOf, optionId, success } from "../shapes.ts"
import { listItem } from "./search.ts"

/** The answer of ItemList (api.md section 17.1). */
export const itemListAnswer = lazy(() =>
  answer({
    items: z.array(listItem()),
    totalItems: integer(),
    fields: mapOf(fieldDefinition()).optional(),
  }),
)

/** The answer of GetItemSearchConditions (api.md section 17.2). */
export const searchConditionsAnswer = lazy(() =>
  success(
    z.array(
      answer({
        f_id: internalId(),
        name: z.string(),
        display_id: displayId(),
        data_type: z.string(),
        order: integer(),
        options: z
          .array(
            answer({
              option_id: optionId(),
              sort_id: integer(),
              value: z.string(),
              enabled: z.boolean(),
              color: z.string(),
            }),
          )
          .optional(),
        statuses: z.array(answer({ status_id: internalId(), status_name: z.string() })).optional(),
        ds_lookup_info: answer({
          dslookup_project_id: internalId(),
          dslookup_datastore_id: internalId(),
          dslookup_field_id: internalIdOrNone(),
        }).optional(),
        users_info: answer({ single_select: z.boolean() }).optional(),
        min_value: z.string().optional(),
        max_value: z.string().optional(),
      }),
    ),
  ),
)

/** The answer of GlobalSearch (api.md section 10.1). */
export const globalSearchAnswer = lazy(() =>
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
)

export type WireItemList = z.input<ReturnType<typeof itemListAnswer>>
export type WireSearchConditions = z.input<ReturnType<typeof searchConditionsAnswer>>
export type WireSearchResult = z.input<ReturnType<typeof globalSearchAnswer>>
