import * as z from "zod"
import { createItem } from "../../../../src/inside.ts"
import { presentCreatedItem } from "../../../presenters/items/item-writes.ts"
import { writtenReply } from "../../../wire/written-reply.ts"
import { row as declared } from "../../declared-row.ts"
import { finding } from "../../item-shapes/finding.ts"
import { conditionList } from "../../item-shapes/search.ts"
import { change, createdItem, keyUpdates, updatedItem, updateMembers, writeMembers } from "../../item-shapes/writes.ts"
import { row } from "../../row.ts"
import {
  answer,
  anyObject,
  body,
  done,
  integer,
  internalId,
  lazy,
  listOf,
  mapOf,
  nothing,
  optionalId,
} from "../../shapes.ts"

const PLACE = "/applications/:app-id/datastores/:datastore-id"

const noCreateAction = {
  code: "INVALID_PARAMS",
  error:
    "no available actions to create new item in the database. you should check settings or check if you are in your current workspace[{current-workspace}]",
} as const

const notifySender = () => z.boolean().describe("True: who sends the request is notified, too").optional()

const actionBody = () => ({ ...updateMembers(), return_actionscript_logs: z.boolean().optional() })

/** What an executed action answers: as UpdateItem, as CreateItem for a create action, `{error:""}` for a delete action. */
const executed = lazy(() => {
  const logs = { actionscript_logs: z.array(z.string()).optional() }
  return z.union([
    updatedItem().extend(logs),
    createdItem().extend(logs),
    answer({ error: z.union([z.literal(""), z.array(finding())]), ...logs }),
  ])
})

/** api.md sections 6 and 18: writing items. */
export const itemWriteRows = {
  createItem: declared(createItem, {
    method: "post",
    paths: [`${PLACE}/items/new`],
    tag: "items-write",
    wire: { revNo: null, groupsToPublish: null },
    wireOnly: () => ({ is_notify_to_sender: notifySender() }),
    answer: createdItem,
    present: (created) => writtenReply(created, presentCreatedItem),
    source: "seed",
  }),
  updateItem: row({
    method: "post",
    paths: [`${PLACE}/items/edit/:item-id`],
    tag: "items-write",
    summary: "Update an item, with related items when given",
    auth: "token",
    body: lazy(() => body(updateMembers())),
    answer: updatedItem,
    writesItems: true,
    source: "seed",
  }),
  createItemWithItemID: row({
    method: "post",
    paths: ["/items/:item-id/new-actions/:action-id"],
    tag: "items-write",
    summary: "Create an item under an ID chosen before",
    auth: "token",
    body: lazy(() => body({ ...writeMembers(), project_id: z.string(), datastore_id: z.string() })),
    answer: nothing,
    errors: { place: noCreateAction },
    writesItems: true,
    source: "seed",
  }),
  executeAction: row({
    method: "post",
    paths: [`${PLACE}/items/action/:item-id/:action-id`, `${PLACE}/items/action/:action-id`],
    tag: "items-write",
    summary: "Run any action on an item",
    auth: "token",
    body: lazy(() => body({ ...actionBody(), item_id: optionalId() })),
    answer: executed,
    writesItems: true,
    source: "docs",
  }),
  executeActionByActionID: row({
    method: "post",
    paths: ["/items/:item-id/actions/:action-id"],
    tag: "items-write",
    summary: "Run any action on an item (old form)",
    auth: "token",
    body: lazy(() => body({ ...actionBody(), datastore_id: z.string() })),
    answer: nothing,
    writesItems: true,
    source: "docs",
  }),
  executeBulkAction: row({
    method: "post",
    paths: [`${PLACE}/items/bulkaction/:action-id`],
    tag: "items-write",
    summary: "Run an action on all matching items",
    auth: "token",
    body: lazy(() =>
      body({
        conditions: conditionList().optional(),
        use_or_condition: z.boolean().optional(),
        item: anyObject().optional(),
        changes: listOf(change()).optional(),
        item_revisions: mapOf(z.int()).optional(),
        comment: z.string().optional(),
        max_items: z.int().optional(),
        use_display_id: z.boolean().optional(),
        continue_proc: z.boolean().optional(),
        access_key_updates: keyUpdates().optional(),
        as_params: anyObject().optional(),
      }),
    ),
    answer: lazy(() =>
      answer({
        has_error: z.boolean(),
        errors: z.array(finding()).optional(),
        result: answer({ matched: integer(), processed: integer() }),
      }),
    ),
    errors: { params: { shape: "errorsWithResult" }, values: { shape: "errorsWithResult" } },
    writesItems: true,
    source: "docs",
  }),
  deleteItem: row({
    method: "delete",
    paths: [`${PLACE}/items/delete/:item-id`],
    tag: "items-write",
    summary: "Delete an item, linked items too when asked for",
    auth: "token",
    body: lazy(() =>
      body({
        delete_linked_items: z.boolean().optional(),
        target_datastores: listOf(z.string()).optional(),
        action_id: optionalId(),
        a_id: optionalId(),
        use_display_id: z.boolean().optional(),
      }),
    ),
    answer: done,
    errors: {
      target: {
        shape: "itemNotFound",
        description: "item not found for i_id:{item-id}",
        error: "not found",
        referenceId: "{item-id}",
      },
    },
    writesItems: true,
    source: "docs",
  }),
  deleteItemByConditions: row({
    method: "delete",
    paths: [`${PLACE}/items/delete`],
    tag: "items-write",
    summary: "Delete all matching items",
    auth: "token",
    body: lazy(() => body({ conditions: conditionList().optional(), use_display_id: z.boolean().optional() })),
    answer: done,
    errors: { values: { shape: "flat" } },
    writesItems: true,
    source: "docs",
  }),
  createNewItemID: row({
    method: "post",
    paths: ["/datastores/:datastore-id/items/create-id"],
    tag: "items-write",
    summary: "An unused item ID",
    auth: "token",
    answer: lazy(() => answer({ item_id: internalId() })),
    source: "docs",
  }),
} as const
