import * as z from "zod"
import { answer, displayId, integer, internalId, internalIdOrNone, lazy, mapOf, named, seconds } from "../shapes.ts"

const linkedField = lazy(() =>
  named(
    "LinkedField",
    answer({
      as_title: z.boolean(),
      dataType: z.string(),
      display_id: displayId(),
      f_id: internalId(),
      fieldIndex: integer(),
      full_text: z.boolean(),
      hideOnInput: z.boolean(),
      id: z.string(),
      name: z.string(),
      search: z.boolean(),
      show_list: z.boolean(),
      status: z.boolean(),
      title_order: integer(),
      unique: z.boolean(),
      dslookup_info: answer({
        dslookup_datastore_id: internalId(),
        dslookup_field_id: internalIdOrNone(),
        dslookup_project_id: internalId(),
      }).optional(),
    }),
  ),
)

/** `LinkedItem` and lookup_item of model.md section 5.4; the other members are field values. */
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
        created_at: seconds(),
        created_by: z.string(),
        d_id: internalId(),
        i_id: internalId(),
        labels: z.literal(""),
        links: z.literal(""),
        p_id: internalId(),
        rev_no: z.string().regex(/^\d+$/),
        status_id: internalIdOrNone(),
        title: z.string(),
        updated_at: seconds(),
        updated_by: z.string(),
        lookup_items: mapOf(z.lazy(linkedItem)).optional(),
      }),
    ),
)

/** `Map<ds key, LinkedDs>` of api.md section 8. */
export const linkedDatastores = lazy(() =>
  named(
    "LinkedDatastores",
    mapOf(
      answer({
        d_id: internalId(),
        ds_name: z.string(),
        display_id: displayId(),
        fields: mapOf(linkedField()),
        items: z.array(linkedItem()),
      }),
    ),
  ),
)

export type WireLinkedDatastores = z.input<ReturnType<typeof linkedDatastores>>
export type WireLinkedField = z.input<ReturnType<typeof linkedField>>
