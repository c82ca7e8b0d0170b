import * as z from "zod"
import {
  answer,
  dataTypeName,
  displayId,
  integer,
  internalId,
  internalIdOrNone,
  lazy,
  named,
  namedAnswer,
  seconds,
} from "../shapes.ts"

const linkedField = namedAnswer("LinkedField", () => ({
  as_title: z.boolean().describe("Whether the field is part of the item's title"),
  dataType: dataTypeName(),
  display_id: displayId().describe("Display ID: the one chosen on the screen"),
  f_id: internalId().describe("Internal ID of the field"),
  fieldIndex: integer().describe("Place among the datastore's fields, from 0"),
  full_text: z.boolean().describe("Whether GlobalSearch looks into the field"),
  hideOnInput: z.boolean().describe("Whether the screen hides the field on input"),
  id: z.string().describe("Internal ID of what it describes"),
  name: z.string().describe("Name of the field, in the world's language"),
  search: z.boolean().describe("Whether the field can be searched"),
  show_list: z.boolean().describe("Whether lists on the screen show the field"),
  status: z.boolean().describe("Whether the field is the datastore's status"),
  title_order: integer().describe("Place of the field in the item's title; 0 comes last"),
  unique: z.boolean().describe("Whether no two items may have the same value"),
  dslookup_info: answer({
    dslookup_datastore_id: internalId().describe("Datastore of the items, by internal ID"),
    dslookup_field_id: internalIdOrNone().describe("The field that stands for the item, by internal ID"),
    dslookup_project_id: internalId().describe("Application of the items, by internal ID"),
  })
    .optional()
    .describe("The items that the field may name"),
}))

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
  title: string
  updated_at: string
  updated_by: string
  lookup_items?: Record<string, WireLinkedItem> | undefined
  [fieldKey: string]: unknown
}

export const linkedItem: () => z.ZodType<WireLinkedItem, WireLinkedItem> = lazy(
  (): z.ZodType<WireLinkedItem, WireLinkedItem> =>
    named(
      "LinkedItem",
      z.looseObject({
        created_at: seconds().describe("When it was created: an ISO 8601 instant in UTC"),
        created_by: z.string().describe("Name of the user who created it; IMPORT for imported items"),
        d_id: internalId().describe("Internal ID of the datastore"),
        i_id: internalId().describe("ID of the item"),
        labels: z.literal("").describe("Always empty"),
        links: z.literal("").describe("Always empty"),
        p_id: internalId().describe("Internal ID of the application"),
        rev_no: z.string().regex(/^\d+$/).describe("Revision: counts the changes of the item, from 1"),
        status_id: internalIdOrNone().describe(
          "The status, by display or internal ID; in answers empty where there is none",
        ),
        title: z.string().describe("The item's title: the values of its title fields that are not empty, joined"),
        updated_at: seconds().describe("When it was last changed: an ISO 8601 instant in UTC"),
        updated_by: z.string().describe("Name of the user who last changed it"),
        lookup_items: z
          .record(z.string(), z.lazy(linkedItem))
          .optional()
          .describe("Items that lookups name, by display ID of the field; only with include_lookups"),
      }),
    ),
)

/** Schema of the linked datastores by datastore key: `Map<ds key, LinkedDs>` (api.md section 8). */
export const linkedDatastores = lazy(() =>
  named(
    "LinkedDatastores",
    z.record(
      z.string(),
      answer({
        d_id: internalId().describe("Internal ID of the datastore"),
        ds_name: z.string().describe("Name of the datastore"),
        display_id: displayId().describe("Display ID: the one chosen on the screen"),
        fields: z.record(z.string(), linkedField()).describe("The datastore's fields that are shown"),
        items: z.array(linkedItem()).describe("The linked items that the caller sees"),
      }),
    ),
  ).describe("The linked items by ID of their datastore"),
)

export type WireLinkedDatastores = z.input<ReturnType<typeof linkedDatastores>>
export type WireLinkedField = z.input<ReturnType<typeof linkedField>>
