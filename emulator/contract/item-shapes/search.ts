import * as z from "zod"
import {
  answer,
  body,
  integer,
  internalId,
  internalIdOrNone,
  lazy,
  listOf,
  listOfMost,
  mapOf,
  named,
  optionalId,
  seconds,
} from "../shapes.ts"
import { linkedItem } from "./links.ts"

/** A request of more than 500 conditions is refused, whatever the others are. */
const READ_CONDITIONS = 501

/** The conditions of a request. */
export const conditionList = () => listOfMost(condition(), READ_CONDITIONS)

/** `Cond` of api.md section 0: a leaf or a group. */
export interface WireCondition {
  id?: string | undefined
  rpf_id?: string | undefined
  search_value?: (string | null)[] | undefined
  data_type?: string | undefined
  exact_match?: boolean | undefined
  not_match?: boolean | undefined
  include_null?: boolean | undefined
  conditions?: WireCondition[] | undefined
  use_or_condition?: boolean | undefined
}

export const condition: () => z.ZodType<WireCondition> = lazy(
  (): z.ZodType<WireCondition> =>
    named(
      "Condition",
      body({
        id: optionalId(),
        rpf_id: optionalId(),
        search_value: listOf(z.string().nullable()).optional(),
        data_type: z.string().optional(),
        exact_match: z.boolean().optional(),
        not_match: z.boolean().optional(),
        include_null: z.boolean().optional(),
        conditions: listOfMost(z.lazy(condition), READ_CONDITIONS).optional(),
        use_or_condition: z.boolean().optional(),
      }),
    ),
)

/** `ListItem` of model.md section 5.3; the other members are field values. */
export const listItem = lazy(() =>
  named(
    "ListItem",
    z.looseObject({
      i_id: internalId(),
      d_id: internalId(),
      p_id: internalId(),
      title: z.string(),
      status_id: internalIdOrNone(),
      rev_no: z.union([z.string().regex(/^\d+$/), integer()]),
      unread: z.union([z.string().regex(/^\d+$/), integer()]),
      created_at: seconds(),
      created_by: z.string(),
      updated_at: seconds(),
      updated_by: z.string(),
      item_links: answer({
        db_count: integer(),
        item_count: integer(),
        links: z.array(
          answer({
            d_id: internalId(),
            item_count: integer(),
            items: z.array(answer({ i_id: internalId(), type: z.enum(["lookup", "link"]) })),
          }),
        ),
      }).optional(),
      lookup_items: mapOf(linkedItem()).optional(),
    }),
  ),
)

export type WireListItem = z.input<ReturnType<typeof listItem>>

export const sortField = lazy(() =>
  named("SortField", body({ id: z.string(), order: z.enum(["asc", "desc"]).optional() })),
)

/** The body of ItemList (api.md section 17.1). */
export const itemListBody = lazy(() =>
  named(
    "ItemListBody",
    body({
      conditions: conditionList().optional(),
      use_or_condition: z.boolean().optional(),
      page: z.int().min(1).optional(),
      per_page: z.int().min(0).optional(),
      unread_only: z.boolean().optional(),
      exclude_action_history: z.boolean().optional(),
      exclude_comment_history: z.boolean().optional(),
      sort_fields: listOf(sortField()).optional(),
      sort_field_id: optionalId(),
      sort_order: z.enum(["asc", "desc"]).optional(),
      use_default_search: z.boolean().optional(),
      use_display_id: z.boolean().optional(),
      include_links: z.boolean().optional(),
      include_lookups: z.boolean().optional(),
      return_number_value: z.boolean().optional(),
      return_count_only: z.boolean().optional(),
      omit_total_items: z.boolean().optional(),
      include_fields_data: z.boolean().optional(),
      omit_fields_data: z.boolean().optional(),
      data_result_timeout_sec: z.int().optional(),
      total_count_timeout_sec: z.int().optional(),
      format: z.string().optional(),
    }),
  ),
)
