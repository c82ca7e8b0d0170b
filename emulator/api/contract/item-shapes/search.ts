import * as z from "zod"
import { listing, sortList } from "../../../../src/items/index.ts"
import { object, shareName } from "../../../../src/model/input/index.ts"
import type { Answer } from "../row.ts"
import {
  answer,
  integer,
  internalId,
  internalIdOrNone,
  lazy,
  listOf,
  namedOpenAnswer,
  optionalId,
  seconds,
} from "../shapes.ts"
import { wireSchema } from "../wire-input/wire-input.ts"
import type { WireValue } from "../wire-input/wire-types.ts"
import { linkedItem } from "./links.ts"
import { itemTitle } from "./title.ts"

/** Search condition `Cond`, a single comparison or a group of conditions (api.md section 0). */
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

/** Schema of `ListItem` (model.md section 5.3). All properties that are not declared here are field values. */
export const listItem = namedOpenAnswer("ListItem", () => ({
  i_id: internalId().describe("ID of the item"),
  d_id: internalId().describe("Internal ID of the datastore"),
  p_id: internalId().describe("Internal ID of the application"),
  title: itemTitle(),
  status_id: internalIdOrNone().describe("Display or internal ID of the status; empty for no status"),
  rev_no: z
    .union([z.string().regex(/^\d+$/), integer()])
    .describe("Revision of the item; starts at 1 and grows with each change"),
  unread: z
    .union([z.string().regex(/^\d+$/), integer()])
    .describe("Number of unread history entries; a string without return_number_value"),
  created_at: seconds().describe("Time of creation: an ISO 8601 instant in UTC"),
  created_by: z.string().describe("Name of the user who created the item; IMPORT for imported items"),
  updated_at: seconds().describe("Time of the last change: an ISO 8601 instant in UTC"),
  updated_by: z.string().describe("Name of the user who made the last change"),
  item_links: answer({
    db_count: integer().describe("Number of datastores of the linked items"),
    item_count: integer().describe("Number of linked items"),
    links: listOf("Linked items by datastore", {
      d_id: internalId().describe("Internal ID of the datastore"),
      item_count: integer().describe("Number of linked items"),
      items: listOf("The linked items", {
        i_id: internalId().describe("ID of the item"),
        type: z.enum(["lookup", "link"]).describe("Kind of the link: lookup or link"),
      }),
    }),
  })
    .optional()
    .describe("Number of linked items by datastore; only with include_links"),
  lookup_items: z
    .record(z.string(), linkedItem())
    .optional()
    .describe("Looked-up items by display ID of the field; only with include_lookups"),
}))

export type WireListItem = z.input<ReturnType<typeof listItem>>

export const sortingBody = () => ({
  sort_fields: (wireSchema(sortList()) as ReturnType<typeof sortList>).optional(),
  sort_field_id: optionalId().describe("Display ID or f_id of the sort field; sort_fields takes precedence"),
  sort_order: z.enum(["asc", "desc"]).describe("Direction of sort_field_id. Default: asc").optional(),
})

export const outputFormat = () =>
  z
    .string()
    .regex(/^(?:csv|json)$/i, 'expected "csv" or "json"')
    .describe("csv: the response is text/csv (model.md section 16); upper and lower case are equal")
    .optional()

export const isCsv = (format: string | undefined): boolean => format?.toLowerCase() === "csv"

/** Returns whether the response is CSV. The pipeline then loads the CSV module, because a presenter can't wait. */
export const asksForCsv = (answer: Answer, { format }: { readonly format?: unknown }): boolean =>
  typeof answer === "object" && answer.kind === "csv" && isCsv(format as string | undefined)

/** Returns the properties of an ItemList body that affect only the response format. */
export const itemListOnly = () => ({
  use_display_id: z.boolean().describe("Whether values are keyed by display IDs. Default: true").optional(),
  include_fields_data: z.boolean().describe("Whether the response has fields. Default: false").optional(),
  omit_fields_data: z.boolean().describe("Has no effect; fields are omitted unless they are requested").optional(),
  format: outputFormat(),
})

/** Schema of an ItemList body that is nested in another operation's body. */
export const itemListBody = lazy(() => {
  const { sort_fields: _, ...single } = sortingBody()
  const listed = object({ ...listing(), ...single, ...itemListOnly() })
  return wireSchema(shareName("ItemListBody", listed)) as z.ZodType<
    z.output<typeof listed>,
    WireValue<z.input<typeof listed>>
  >
})

interface SortingBody {
  readonly sort_fields?: readonly { readonly id: string; readonly order?: "asc" | "desc" | undefined }[] | undefined
  readonly sort_field_id?: string | undefined
  readonly sort_order?: "asc" | "desc" | undefined
}

/** Returns the sort fields of a body. If `sort_fields` is not empty, `sort_field_id` is ignored. */
export const sortsOf = ({ sort_fields: several = [], sort_field_id: id, sort_order: order }: SortingBody) =>
  several.length > 0 || id === undefined ? several : [{ id, order }]
