import * as z from "zod"
import { listing, object, shared, sortList } from "../../../src/inside.ts"
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
import { wireSchema } from "../wire-input/wire-schema.ts"
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

/** How a listing is sorted; `sort_fields` wins over `sort_field_id`. */
export const sortingBody = () => ({
  sort_fields: (wireSchema(sortList()) as ReturnType<typeof sortList>).optional(),
  sort_field_id: optionalId().describe("The field to sort by, by display ID or f_id; sort_fields wins over it"),
  sort_order: z.enum(["asc", "desc"]).describe("Direction of sort_field_id. Default asc").optional(),
})

/** What a body of ItemList has besides, which is for its answer. */
export const itemListOnly = () => ({
  use_display_id: z.boolean().describe("False: values are keyed by internal IDs. Default true").optional(),
  include_fields_data: z.boolean().describe("True: the answer has fields. Default false").optional(),
  omit_fields_data: z.boolean().describe("Has no effect: fields are left out unless they are asked for").optional(),
  format: z.string().describe("csv: the answer is text/csv (model.md section 16)").optional(),
})

/** The body of ItemList within another one; it returns the properties of the declaration where there are any. */
export const itemListBody = lazy(() => {
  const { sort_fields: _, ...single } = sortingBody()
  const listed = object({ ...listing(), ...single, ...itemListOnly() })
  return wireSchema(shared("ItemListBody", listed)) as z.ZodType<z.output<typeof listed>>
})
