import * as z from "zod"
import {
  answer,
  anyObject,
  anyValue,
  body,
  data,
  integer,
  internalId,
  internalIdOrNone,
  lazy,
  listOf,
  mapOf,
  millis,
  named,
  optionalId,
} from "../shapes.ts"
import { finding } from "./finding.ts"

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

/** How many datastores one request may name for related items (control.md section 4). */
const MOST_DATASTORES = 1000

const byDatastore = (entry: z.ZodType<WireRelatedEntry>) => mapOf(listOf(entry), { max: MOST_DATASTORES })

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
        related_ds_items: byDatastore(z.lazy(relatedEntry)).optional(),
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
  related_ds_items: byDatastore(relatedEntry()).optional(),
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
