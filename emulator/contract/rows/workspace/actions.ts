import * as z from "zod"
import {
  createAction,
  deleteAction,
  downloadActionScript,
  getActionSettings,
  getActions,
  getInputFields,
  getNewActions,
  getUpdateActions,
  invalidParams,
  updateAction,
  uploadActionScript,
} from "../../../../src/inside.ts"
import { presentActionSettings, readActionInput } from "../../../api/presenters/workspace/action-settings.ts"
import {
  presentActions,
  presentInputFields,
  presentNewActions,
  presentUpdateActions,
} from "../../../api/presenters/workspace/actions.ts"
import { textReply } from "../../../wire/reply.ts"
import { row } from "../../../api/contract/declared-row.ts"
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

export const changeableAction = () => ({
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

export const actionsAnswer = lazy(() =>
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
)

export const newActionsAnswer = listed("1")

export const updateActionsAnswer = listed("2")

export const inputFieldsAnswer = lazy(() =>
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
)

export const actionSettingsAnswer = lazy(() =>
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
)

/** api.md section 15: actions. */
export const actionRows = {
  getActions: row(getActions, {
    method: "get",
    paths: ["/datastores/:datastore-id/actions"],
    tag: "actions",
    wire: { application: null, status: "status_id" },
    answer: actionsAnswer,
    present: presentActions,
    source: "docs",
  }),
  getNewActions: row(getNewActions, {
    method: "get",
    paths: ["/datastores/:datastore-id/new-action", "/datastores/:datastore-id/new-actions"],
    tag: "actions",
    wire: { application: null },
    answer: newActionsAnswer,
    present: presentNewActions,
    source: "docs",
  }),
  getUpdateActions: row(getUpdateActions, {
    method: "get",
    paths: ["/datastores/:datastore-id/update-actions"],
    tag: "actions",
    wire: { application: null, status: "status_id" },
    answer: updateActionsAnswer,
    present: presentUpdateActions,
    source: "docs",
  }),
  getInputFields: row(getInputFields, {
    method: "get",
    paths: ["/datastores/:datastore-id/actions/:action-id/fields"],
    tag: "actions",
    wire: { application: null },
    answer: inputFieldsAnswer,
    present: presentInputFields,
    source: "docs",
  }),
  createAction: row(createAction, {
    method: "post",
    paths: ["/datastores/:datastore-id/actions"],
    tag: "actions",
    wire: { application: null, settings: null },
    wireOnly: () => ({ ...changeableAction(), operation: z.enum(OPERATIONS), name: nameInput() }),
    toInput: ({ wire }) => ({
      settings: { ...readActionInput(wire), operation: wire.operation, name: wire.name },
    }),
    answer: lazy(() => answer({ display_id: displayId(), action_id: internalId() })),
    present: ({ displayId, aId }) => ({ display_id: displayId, action_id: aId }),
    source: "client",
  }),
  getActionSettings: row(getActionSettings, {
    method: "get",
    paths: ["/datastores/:datastore-id/actions/:action-id"],
    tag: "actions",
    answer: actionSettingsAnswer,
    present: presentActionSettings,
    source: "client",
  }),
  updateAction: row(updateAction, {
    method: "patch",
    paths: ["/datastores/:datastore-id/actions/:action-id"],
    aliases: [{ method: "put", path: "/datastores/:datastore-id/actions/:action-id" }],
    tag: "actions",
    wire: { settings: null },
    wireOnly: changeableAction,
    toInput: ({ wire }) => ({ settings: readActionInput(wire) }),
    answer: nothing,
    present: () => null,
    source: "client",
  }),
  deleteAction: row(deleteAction, {
    method: "delete",
    paths: ["/datastores/:datastore-id/actions/:action-id"],
    tag: "actions",
    answer: nothing,
    present: () => null,
    source: "client",
  }),
  uploadActionScript: row(uploadActionScript, {
    method: "post",
    paths: ["/actions/:action-id/actionscripts/upload"],
    tag: "actions",
    file: "file",
    wire: { datastore: null, code: null, sync: null },
    wireOnly: () => ({
      sync: z
        .string()
        .transform((sync) => sync !== "false")
        .optional(),
    }),
    toInput: ({ wire, file }) => ({ code: readText(file.bytes), sync: wire.sync ?? true }),
    answer: nothing,
    present: () => null,
    source: "client",
  }),
  downloadActionScript: row(downloadActionScript, {
    method: "get",
    paths: ["/actions/:action-id/actionscripts/download"],
    tag: "actions",
    wire: { datastore: null },
    answer: { kind: "bytes", contentType: "text/javascript" },
    present: (code) => textReply("text/javascript; charset=utf-8", code),
    source: "client",
  }),
} as const

/** The text of a file in UTF-8. */
function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw invalidParams("the file is not UTF-8")
  }
}
