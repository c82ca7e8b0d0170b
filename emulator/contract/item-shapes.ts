import * as z from "zod"
import {
  answer,
  anyObject,
  anyValue,
  body,
  data,
  displayId,
  finding,
  integer,
  internalId,
  internalIdOrNone,
  lazy,
  listOf,
  mapOf,
  millis,
  named,
  optionalId,
  seconds,
} from "./shapes.ts"

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
        conditions: listOf(z.lazy(condition)).optional(),
        use_or_condition: z.boolean().optional(),
      }),
    ),
)

/** `Change` of api.md section 0. */
export const change = lazy(() => named("Change", body({ id: z.string(), value: data(anyValue()) })))

/** `KeyUpd` of api.md section 0. */
export const keyUpdates = lazy(() =>
  named(
    "KeyUpdates",
    body({
      overwrite: z.boolean().optional(),
      ignore_action_settings: z.boolean().optional(),
      apply_related_ds: z.boolean().optional(),
      groups_to_publish: listOf(z.string()).optional(),
      roles_to_publish: listOf(z.string()).optional(),
      users_to_publish: listOf(z.string()).optional(),
    }),
  ),
)

export type WireKeyUpdates = z.output<ReturnType<typeof keyUpdates>>
export type WireChange = z.output<ReturnType<typeof change>>

/** `RelEntry` of api.md section 0. What an operation needs is checked per entry, so nothing is required here. */
export interface WireRelatedEntry {
  operation?: number | undefined
  action_id?: string | undefined
  i_id?: string | undefined
  item?: Record<string, unknown> | undefined
  changes?: WireChange[] | undefined
  rev_no?: number | undefined
  link_to_parent?: boolean | undefined
  access_key_updates?: WireKeyUpdates | undefined
  related_ds_items?: Record<string, WireRelatedEntry[]> | undefined
}

const relatedEntry: () => z.ZodType<WireRelatedEntry> = lazy(
  (): z.ZodType<WireRelatedEntry> =>
    named(
      "RelatedEntry",
      body({
        operation: z.number().optional(),
        action_id: optionalId(),
        i_id: optionalId(),
        item: anyObject().optional(),
        changes: listOf(change()).optional(),
        rev_no: z.int().optional(),
        link_to_parent: z.boolean().optional(),
        access_key_updates: keyUpdates().optional(),
        related_ds_items: mapOf(listOf(z.lazy(relatedEntry))).optional(),
      }),
    ),
)

/** What every item write takes (api.md sections 6.1, 6.2 and 18.1). */
export const writeMembers = () => ({
  action_id: optionalId(),
  item: anyObject().optional(),
  changes: listOf(change()).optional(),
  return_item_result: z.boolean().optional(),
  return_display_id: z.boolean().optional(),
  ensure_transaction: z.boolean().optional(),
  exec_children_post_procs: z.boolean().optional(),
  as_params: anyObject().optional(),
  is_force_update: z.boolean().optional(),
  is_sync_related_items: z.boolean().optional(),
  related_ds_items: mapOf(listOf(relatedEntry())).optional(),
  realtime_auto_link: z.boolean().optional(),
  access_key_updates: keyUpdates().optional(),
  comment: z.string().optional(),
  use_display_id: z.boolean().optional(),
  is_notify_to_sender: z.boolean().optional(),
})

/** `writeMembers` and what updates add. */
export const updateMembers = () => ({
  ...writeMembers(),
  rev_no: z.int().optional(),
  groups_to_publish: listOf(z.string()).optional(),
})

/** `ItemResult` of model.md section 5.5; its other members are field values in stored form. */
export const itemResult = lazy(() =>
  named(
    "ItemResult",
    z.looseObject({
      i_id: internalId(),
      d_id: internalId(),
      p_id: internalId(),
      w_id: internalId(),
      title: z.string(),
      rev_no: integer(),
      status_id: internalIdOrNone(),
      created_at: millis(),
      created_by: z.string(),
      updated_at: millis(),
      updated_by: z.string(),
      links: z.array(answer({ d_id: internalId(), i_ids: z.array(internalId()) })).optional(),
    }),
  ),
)

export type WireItemResult = z.input<ReturnType<typeof itemResult>>

const scriptResult = () => answer({ result: z.unknown() }).optional()

/** What CreateItem answers, with further members where an operation adds some. */
export const createdItem = lazy(() =>
  named(
    "CreatedItem",
    answer({
      error: z.union([z.null(), z.array(finding())]),
      history_id: internalId(),
      item_id: internalId(),
      item: itemResult().optional(),
      pre_result: scriptResult(),
      as_result: scriptResult(),
    }),
  ),
)

/** What UpdateItem answers. */
export const updatedItem = lazy(() =>
  named(
    "UpdatedItem",
    answer({
      error: z.union([z.literal(""), z.array(finding())]),
      itemHistory: answer({
        IsChanged: z.boolean(),
        UserObjID: z.literal(""),
        action_id: internalId(),
        comment: z.string(),
        created_at: millis(),
        datastore_id: internalId(),
        datastore_name: z.string(),
        display_order: integer(),
        email: z.string(),
        history_id: internalId(),
        i_id: internalId(),
        is_fetchreplymail: z.boolean(),
        is_notify: z.boolean(),
        item_id: internalId(),
        media_link: z.string(),
        post_for_rel: z.boolean(),
        post_mode: z.literal(""),
        project_id: internalId(),
        transaction_id: z.string(),
        updated_at: millis(),
        user_id: internalId(),
        username: z.string().optional(),
        workspace_id: internalId(),
      }),
      rev_no: answer({ _id: internalId(), rev_no: integer() }),
      history_id: internalId(),
      item_id: internalId(),
      item: itemResult().optional(),
      pre_result: scriptResult(),
      as_result: scriptResult(),
    }),
  ),
)

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

/** A user of a field, in details (model.md section 5.2). */
const userValue = lazy(() =>
  named(
    "UserValue",
    answer({
      access_key: z.string(),
      email: z.string(),
      media_link: z.string(),
      user_id: internalId(),
      user_name: z.string(),
    }),
  ),
)

/** The file object of model.md section 5.2. */
const fileValue = lazy(() =>
  named(
    "FileValue",
    answer({
      _id: internalId(),
      file_id: internalId(),
      contentType: z.string(),
      created_at: millis(),
      d_id: internalIdOrNone(),
      datastore_id: internalIdOrNone(),
      deleted: z.boolean(),
      field_id: internalIdOrNone(),
      filename: z.string(),
      filepath: z.string(),
      i_id: internalIdOrNone(),
      item_id: internalIdOrNone(),
      mediaLink: z.string(),
      name: z.string(),
      p_id: internalIdOrNone(),
      selfLink: z.string(),
      size: integer(),
      timeCreated: millis(),
      updated: millis(),
      user_id: internalId(),
      w_id: internalId(),
    }),
  ),
)

const lookupValue = lazy(() =>
  named(
    "LookupValue",
    answer({
      d_id: internalId(),
      item_id: internalId(),
      title: z.string(),
      lookup_item: linkedItem().optional(),
    }),
  ),
)

/** A field's value in details: forms D and N of model.md section 5.2. */
export const fieldValue = lazy(() =>
  named(
    "FieldValue",
    z.union([
      z.null(),
      z.string(),
      z.number(),
      fileValue(),
      lookupValue(),
      z.array(z.union([z.string(), userValue(), fileValue()])),
    ]),
  ),
)

export type WireUserValue = z.input<ReturnType<typeof userValue>>
export type WireFileValue = z.input<ReturnType<typeof fileValue>>
export type WireLookupValue = z.input<ReturnType<typeof lookupValue>>
export type WireFieldValue = z.input<ReturnType<typeof fieldValue>>

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
      conditions: listOf(condition()).optional(),
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
