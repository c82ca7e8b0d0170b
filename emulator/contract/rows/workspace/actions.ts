import * as z from "zod"
import { row } from "../../row.ts"
import {
  answer,
  body,
  displayId,
  integer,
  internalId,
  internalIdOrNone,
  lazy,
  listOf,
  mapOf,
  nameInput,
  names,
  nothing,
  optionalId,
  optionId,
} from "../../shapes.ts"
import { fieldDefinition } from "./fields.ts"
import { roleMembers } from "./role-shapes.ts"

const OPERATIONS = ["new", "update", "delete", "copy"] as const

const listed = (crudType: "1" | "2") =>
  lazy(() =>
    answer({
      actions: z.array(
        answer({
          action_id: internalId(),
          name: z.string(),
          display_order: integer(),
          crud_type: z.literal(crudType),
          next_status_id: internalIdOrNone(),
        }),
      ),
    }),
  )

const noNewAction = {
  status: 404,
  shape: "errorMessage",
  error: "new action is not found for {datastore-id}",
  members: { code: 101, error_code: "INVALID_PARAMS" },
} as const

const noInputFields = { status: 404, shape: "placeNotFound", description: "action_id not found. {action-id}" } as const

const changeable = () => ({
  operation: z.enum(OPERATIONS).optional(),
  name: nameInput().optional(),
  display_id: optionalId(),
  set_status: optionalId(),
  roles: listOf(z.string()).optional(),
  is_status_action: z.boolean().optional(),
  status_id: optionalId(),
  description: z.string().optional(),
  action_field_settings: listOf(
    body({
      field_id: z.string(),
      show: z.boolean().optional(),
      update: z.boolean().optional(),
      mandatory: z.boolean().optional(),
    }),
  ).optional(),
})

/** api.md section 15: actions. */
export const actionRows = {
  getActions: row({
    method: "get",
    paths: ["/datastores/:datastore-id/actions"],
    tag: "actions",
    summary: "The actions of a datastore that the caller may run",
    auth: "token",
    query: lazy(() => z.object({ status_id: optionalId() })),
    answer: lazy(() =>
      z.array(
        answer({
          workspace_id: internalId(),
          project_id: internalId(),
          datastore_id: internalId(),
          action_id: internalId(),
          display_id: displayId(),
          name: z.string(),
          operation: z.enum(OPERATIONS),
          set_status: z.string(),
          status_id: z.string().optional(),
          is_status_action: z.boolean(),
        }),
      ),
    ),
    source: "docs",
  }),
  getNewActions: row({
    method: "get",
    paths: ["/datastores/:datastore-id/new-action", "/datastores/:datastore-id/new-actions"],
    tag: "actions",
    summary: "The create actions of a datastore",
    auth: "token",
    answer: listed("1"),
    errors: { place: noNewAction, target: noNewAction },
    source: "docs",
  }),
  getUpdateActions: row({
    method: "get",
    paths: ["/datastores/:datastore-id/update-actions"],
    tag: "actions",
    summary: "The update actions of a datastore",
    auth: "token",
    query: lazy(() => z.object({ status_id: optionalId() })),
    answer: listed("2"),
    source: "docs",
  }),
  getInputFields: row({
    method: "get",
    paths: ["/datastores/:datastore-id/actions/:action-id/fields"],
    tag: "actions",
    summary: "An action with its fields and how it treats them",
    auth: "token",
    answer: lazy(() =>
      answer({
        action: answer({
          action_id: internalId(),
          display_order: integer(),
          description: z.string(),
          crud_type: z.string(),
          next_status_id: internalIdOrNone(),
        }),
        action_fields: mapOf(fieldDefinition().extend({ selected: optionId().optional() })),
        action_field_settings: mapOf(
          answer({
            action_id: internalIdOrNone(),
            field_id: internalId(),
            show: z.boolean(),
            update: z.boolean(),
            mandatory: z.boolean(),
          }),
        ),
      }),
    ),
    errors: { place: noInputFields, action: noInputFields, privilege: noInputFields, target: noInputFields },
    source: "docs",
  }),
  createAction: row({
    method: "post",
    paths: ["/datastores/:datastore-id/actions"],
    tag: "actions",
    summary: "Make an action",
    auth: "token",
    body: lazy(() => body({ ...changeable(), operation: z.enum(OPERATIONS), name: nameInput() })),
    answer: lazy(() => answer({ display_id: displayId(), action_id: internalId() })),
    source: "client",
  }),
  getActionSettings: row({
    method: "get",
    paths: ["/datastores/:datastore-id/actions/:action-id"],
    tag: "actions",
    summary: "The settings of an action",
    auth: "token",
    answer: lazy(() =>
      answer({
        workspace_id: internalId(),
        project_id: internalId(),
        datastore_id: internalId(),
        action_id: internalId(),
        status_id: internalId().optional(),
        is_status_action: z.boolean(),
        display_id: displayId(),
        description: z.string(),
        search_keys: z.array(z.string()),
        operation: z.enum(OPERATIONS),
        set_status: internalIdOrNone(),
        name: names(),
        roles: z.array(answer({ ...roleMembers(), can_execute: z.boolean() })),
        action_field_settings: z.array(
          answer({ field_id: internalId(), show: z.boolean(), update: z.boolean(), mandatory: z.boolean() }),
        ),
      }),
    ),
    source: "client",
  }),
  updateAction: row({
    method: "patch",
    paths: ["/datastores/:datastore-id/actions/:action-id"],
    aliases: [{ method: "put", path: "/datastores/:datastore-id/actions/:action-id" }],
    tag: "actions",
    summary: "Change an action",
    auth: "token",
    body: lazy(() => body(changeable())),
    answer: nothing,
    source: "client",
  }),
  deleteAction: row({
    method: "delete",
    paths: ["/datastores/:datastore-id/actions/:action-id"],
    tag: "actions",
    summary: "Delete an action",
    auth: "token",
    answer: nothing,
    errors: { params: {} },
    source: "client",
  }),
  uploadActionScript: row({
    method: "post",
    paths: ["/actions/:action-id/actionscripts/upload"],
    tag: "actions",
    summary: "Store an action's pre or post script",
    auth: "token",
    form: lazy(() =>
      z.object({
        script_type: z.enum(["pre", "post"]),
        sync: z
          .string()
          .transform((sync) => sync !== "false")
          .optional(),
      }),
    ),
    file: "file",
    answer: nothing,
    source: "client",
  }),
  downloadActionScript: row({
    method: "get",
    paths: ["/actions/:action-id/actionscripts/download"],
    tag: "actions",
    summary: "An action's pre or post script",
    auth: "token",
    query: lazy(() => z.object({ script_type: z.enum(["pre", "post"]) })),
    answer: { kind: "bytes", contentType: "text/javascript" },
    source: "client",
  }),
} as const
