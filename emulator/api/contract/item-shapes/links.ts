import * as z from "zod"
import { FIELD_IN, responseShape } from "../../../../src/model/settings/index.ts"
import {
  answer,
  dataTypeName,
  displayId,
  giveName,
  internalId,
  internalIdOrNone,
  lazy,
  namedAnswer,
  seconds,
} from "../shapes.ts"
import { itemTitle, type WireItemTitle } from "./title.ts"

const linkedField = namedAnswer("LinkedField", () => ({
  ...inOrder({
    ...responseShape(FIELD_IN.linked),
    dataType: dataTypeName(),
    display_id: displayId().describe("Display ID, chosen on the service's screens"),
    f_id: internalId().describe("Internal ID of the field"),
    id: z.string().describe("Internal ID"),
    name: z.string().describe("Name of the field, in the world's language"),
  }),
  dslookup_info: answer({
    dslookup_datastore_id: internalId().describe("Internal ID of the items' datastore"),
    dslookup_field_id: internalIdOrNone().describe("Internal ID of the field that is shown for the item"),
    dslookup_project_id: internalId().describe("Internal ID of the items' application"),
  })
    .optional()
    .describe("The items that the lookup field may refer to"),
}))

/** Returns a copy of an object whose properties are sorted by name, as the service sorts those of linked fields. */
export const inOrder = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).sort(([left], [right]) => (left < right ? -1 : 1))) as T

/** `LinkedItem` and `lookup_item` (model.md section 5.4). All properties that are not declared here are field values. */
export interface WireLinkedItem {
  created_at: string
  created_by: string
  d_id: string
  i_id: string
  labels: ""
  links: ""
  p_id: string
  rev_no: string
  status_id: string
  title: WireItemTitle
  updated_at: string
  updated_by: string
  lookup_items?: Record<string, WireLinkedItem> | undefined
  [fieldKey: string]: unknown
}

export const linkedItem: () => z.ZodType<WireLinkedItem, WireLinkedItem> = lazy(
  (): z.ZodType<WireLinkedItem, WireLinkedItem> =>
    giveName(
      "LinkedItem",
      z.looseObject({
        created_at: seconds().describe("Time of creation: an ISO 8601 instant in UTC"),
        created_by: z.string().describe("Name of the user who created the item; IMPORT for imported items"),
        d_id: internalId().describe("Internal ID of the datastore"),
        i_id: internalId().describe("ID of the item"),
        labels: z.literal("").describe("Always empty"),
        links: z.literal("").describe("Always empty"),
        p_id: internalId().describe("Internal ID of the application"),
        rev_no: z.string().regex(/^\d+$/).describe("Revision of the item; starts at 1 and grows with each change"),
        status_id: internalIdOrNone().describe("Display or internal ID of the status; empty for no status"),
        title: itemTitle(),
        updated_at: seconds().describe("Time of the last change: an ISO 8601 instant in UTC"),
        updated_by: z.string().describe("Name of the user who made the last change"),
        lookup_items: z
          .record(z.string(), z.lazy(linkedItem))
          .optional()
          .describe("Looked-up items by display ID of the field; only with include_lookups"),
      }),
    ),
)

/** Schema of the linked datastores by datastore key: `Map<ds key, LinkedDs>` (api.md section 8). */
export const linkedDatastores = lazy(() =>
  giveName(
    "LinkedDatastores",
    z.record(
      z.string(),
      answer({
        d_id: internalId().describe("Internal ID of the datastore"),
        ds_name: z.string().describe("Name of the datastore"),
        display_id: displayId().describe("Display ID, chosen on the service's screens"),
        fields: z.record(z.string(), linkedField()).describe("The datastore's fields that are shown"),
        items: z.array(linkedItem()).describe("The linked items that the caller sees"),
      }),
    ),
  ).describe("The linked items, by ID of their datastore"),
)

export type WireLinkedDatastores = z.input<ReturnType<typeof linkedDatastores>>
export type WireLinkedField = z.input<ReturnType<typeof linkedField>>
