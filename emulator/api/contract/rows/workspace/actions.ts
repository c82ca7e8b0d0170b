import * as z from "zod"
import { fieldSettingOf } from "../../../../../src/fields/index.ts"
import { invalidParams, nameIn } from "../../../../../src/model/index.ts"
import { ACTION_OPERATIONS, OPERATIONS_OF_ACTIONS } from "../../../../../src/model/records/index.ts"
import { ACTION_FIELD, responseShape } from "../../../../../src/model/settings/index.ts"
import type { ActionsResult } from "../../../../../src/operations/index.ts"
import {
  createAction,
  deleteAction,
  downloadActionScript,
  getActionSettings,
  getActions,
  getInputFields,
  getNewActions,
  getUpdateActions,
  updateAction,
  uploadActionScript,
} from "../../../../../src/operations/list.ts"
import { textReply } from "../../../../wire/index.ts"
import { presentNames } from "../../../presenters/names.ts"
import { presentFieldDefinition } from "../../../presenters/workspace/field-definition.ts"
import { presentDatastorePath, presentListedRoles } from "../../../presenters/workspace/setting-parts.ts"
import { row } from "../../declared-row.ts"
import {
  answer,
  answerOf,
  datastorePath,
  displayId,
  integer,
  internalId,
  internalIdOrNone,
  listAnswer,
  listOf,
  NOTHING,
  nameInput,
  names,
  optionId,
} from "../../shapes.ts"
import { changeableAction, readActionInput } from "../../workspace-shapes/actions.ts"
import { fieldDefinition } from "../../workspace-shapes/fields.ts"
import { roleMembers } from "../../workspace-shapes/role-shapes.ts"

/** Returns the response of an operation that lists the actions of a type that the caller may run. */
const runnable = <const C extends "1" | "2">(crudType: C) => ({
  answer: answerOf(() => ({
    actions: listOf("Actions that the caller may run", {
      action_id: internalId().describe("Display ID or a_id of the action"),
      name: z.string().describe("Name of the action"),
      display_order: integer().describe("Position among elements of the same kind, counted from 0"),
      crud_type: z.literal(crudType).describe("Type of the action: 1 create, 2 update, 3 delete, 4 copy"),
      next_status_id: internalIdOrNone().describe("New status of the item; empty for no change"),
    }),
  })),
  present: ({ actions, lang }: ActionsResult) => ({
    actions: actions.map(({ aId, name, displayOrder, setStatus }) => ({
      action_id: aId,
      name: nameIn(name, lang),
      display_order: displayOrder,
      crud_type: crudType,
      next_status_id: setStatus ?? "",
    })),
  }),
})

/** Operations on actions (api.md section 15). */
export const actionRows = {
  getActions: row(getActions, "get /datastores/:datastore-id/actions", {
    wire: { application: null, status: "status_id" },
    answer: listAnswer(() => ({
      ...datastorePath(),
      action_id: internalId().describe("Display ID or a_id of the action"),
      display_id: displayId().describe("Display ID, chosen on the service's screens"),
      name: z.string().describe("Name of the action"),
      operation: z.enum(OPERATIONS_OF_ACTIONS).describe("Type of the action: new, update, delete or copy"),
      set_status: z.string().describe("Display or internal ID of the new status; empty for no change"),
      status_id: z.string().optional().describe("Display or internal ID of the status; empty for no status"),
      is_status_action: z.boolean().describe("Whether the action is available only in the status of status_id"),
    })),
    present: ({ actions, datastore, lang }) =>
      actions.map(({ aId, displayId, name, crudType, setStatus, statusId }) => ({
        ...presentDatastorePath(datastore),
        action_id: aId,
        display_id: displayId,
        name: nameIn(name, lang),
        operation: ACTION_OPERATIONS[crudType],
        set_status: setStatus ?? "",
        status_id: statusId ?? undefined,
        is_status_action: statusId !== null,
      })),
  }),
  getNewActions: row(getNewActions, "get /datastores/:datastore-id/new-action", {
    otherPaths: ["/datastores/:datastore-id/new-actions"],
    wire: { application: null },
    ...runnable("1"),
  }),
  getUpdateActions: row(getUpdateActions, "get /datastores/:datastore-id/update-actions", {
    wire: { application: null, status: "status_id" },
    ...runnable("2"),
  }),
  getInputFields: row(getInputFields, "get /datastores/:datastore-id/actions/:action-id/fields", {
    wire: { application: null },
    answer: answerOf(() => ({
      action: answer({
        action_id: internalId().describe("Display ID or a_id of the action"),
        display_order: integer().describe("Position among elements of the same kind, counted from 0"),
        description: z.string().describe("Explanatory text"),
        crud_type: z.string().describe("Type of the action: 1 create, 2 update, 3 delete, 4 copy"),
        next_status_id: internalIdOrNone().describe("New status of the item; empty for no change"),
      }).describe("The action"),
      action_fields: z
        .record(
          z.string(),
          fieldDefinition().extend({
            selected: optionId()
              .optional()
              .describe("o_id or display ID of the initially selected option; a list for a checkbox field"),
          }),
        )
        .describe("The datastore's fields, by f_id"),
      action_field_settings: z
        .record(
          z.string(),
          answer({
            action_id: internalIdOrNone().describe("Display ID or a_id of the action"),
            field_id: internalId().describe("Display or internal ID of the field"),
            ...responseShape(ACTION_FIELD),
          }),
        )
        .describe("How the action treats the fields"),
    })),
    present: ({ action, fields, lang }) => ({
      action: {
        action_id: action.aId,
        display_order: action.displayOrder,
        description: action.description,
        crud_type: action.crudType,
        next_status_id: action.setStatus ?? "",
      },
      action_fields: Object.fromEntries(
        fields.map((field) => {
          const selected = "selected" in field ? field.selected[0] : undefined
          return [field.fId, { ...presentFieldDefinition(field, lang), selected }]
        }),
      ),
      action_field_settings: Object.fromEntries(
        fields.map(({ fId }) => {
          const aId = action.fieldSettings[fId] === undefined ? "" : action.aId
          return [fId, { action_id: aId, field_id: fId, ...fieldSettingOf(action, fId) }]
        }),
      ),
    }),
  }),
  createAction: row(createAction, "post /datastores/:datastore-id/actions", {
    wire: { application: null, settings: null },
    wireOnly: () => ({
      ...changeableAction(),
      operation: z.enum(OPERATIONS_OF_ACTIONS).describe("Type of the action: new, update, delete or copy"),
      name: nameInput().describe("Name of the action, in the world's language or by language"),
    }),
    toInput: ({ wire }) => ({
      settings: { ...readActionInput(wire), operation: wire.operation, name: wire.name },
    }),
    answer: answerOf(() => ({
      display_id: displayId().describe("Display ID of the action; generated if the request omits it"),
      action_id: internalId().describe("Internal ID of the action"),
    })),
    present: ({ displayId, aId }) => ({ display_id: displayId, action_id: aId }),
    source: "client",
  }),
  getActionSettings: row(getActionSettings, "get /datastores/:datastore-id/actions/:action-id", {
    answer: answerOf(() => ({
      ...datastorePath(),
      action_id: internalId().describe("Display ID or a_id of the action"),
      status_id: internalId().optional().describe("Display or internal ID of the status; empty for no status"),
      is_status_action: z.boolean().describe("Whether the action is available only in the status of status_id"),
      display_id: displayId().describe("Display ID, chosen on the service's screens"),
      description: z.string().describe("Explanatory text"),
      search_keys: z.array(z.string()).describe("Always empty"),
      operation: z.enum(OPERATIONS_OF_ACTIONS).describe("Type of the action: new, update, delete or copy"),
      set_status: internalIdOrNone().describe("Display or internal ID of the new status; empty for no change"),
      name: names().describe("Name of the action by language"),
      roles: listOf("Roles", {
        ...roleMembers(),
        can_execute: z.boolean().describe("Whether users with the role may run the action"),
      }),
      action_field_settings: listOf("How the action treats the fields", {
        field_id: internalId().describe("Display or internal ID of the field"),
        ...responseShape(ACTION_FIELD),
      }),
    })),
    present: ({ datastore, action, fields, roles }) => ({
      ...presentDatastorePath(datastore),
      action_id: action.aId,
      status_id: action.statusId ?? undefined,
      is_status_action: action.statusId !== null,
      display_id: action.displayId,
      description: action.description,
      search_keys: [],
      operation: ACTION_OPERATIONS[action.crudType],
      set_status: action.setStatus ?? "",
      name: presentNames(action.name),
      roles: presentListedRoles(roles, action.roles, (can_execute) => ({ can_execute })),
      action_field_settings: fields.map(({ fId }) => ({ field_id: fId, ...fieldSettingOf(action, fId) })),
    }),
    source: "client",
  }),
  updateAction: row(updateAction, "patch /datastores/:datastore-id/actions/:action-id", {
    aliases: [{ method: "put", path: "/datastores/:datastore-id/actions/:action-id" }],
    wire: { settings: null },
    wireOnly: changeableAction,
    toInput: ({ wire }) => ({ settings: readActionInput(wire) }),
    ...NOTHING,
    source: "client",
  }),
  deleteAction: row(deleteAction, "delete /datastores/:datastore-id/actions/:action-id", {
    ...NOTHING,
    source: "client",
  }),
  uploadActionScript: row(uploadActionScript, "post /actions/:action-id/actionscripts/upload", {
    file: "The script, in JavaScript",
    wire: { datastore: null, code: null, sync: null },
    wireOnly: () => ({
      sync: z
        .string()
        .transform((sync) => sync !== "false")
        .optional()
        .describe("Whether the response waits for the script"),
    }),
    toInput: ({ wire, file }) => ({ code: readText(file.bytes), sync: wire.sync ?? true }),
    ...NOTHING,
    source: "client",
  }),
  downloadActionScript: row(downloadActionScript, "get /actions/:action-id/actionscripts/download", {
    wire: { datastore: null },
    answer: { kind: "bytes", contentType: "text/javascript" },
    present: (code) => textReply("text/javascript; charset=utf-8", code),
    source: "client",
  }),
} as const

function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw invalidParams("the file is not UTF-8")
  }
}
