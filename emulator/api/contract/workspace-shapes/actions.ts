import * as z from "zod"
import { OPERATIONS_OF_ACTIONS } from "../../../../src/model/records/index.ts"
import { ACTION_FIELD, requestShape, responseShape } from "../../../../src/model/settings/index.ts"
import {
  answer,
  answerOf,
  body,
  displayId,
  integer,
  internalId,
  internalIdOrNone,
  listAnswer,
  listOf,
  nameInput,
  names,
  optionalId,
  optionId,
} from "../shapes.ts"
import { fieldDefinition } from "./fields.ts"
import { roleMembers } from "./role-shapes.ts"

const listOperations = (crudType: "1" | "2") =>
  answerOf(() => ({
    actions: listOf("Actions that the caller may run", {
      action_id: internalId().describe("Display ID or a_id of the action"),
      name: z.string().describe("Name of the action"),
      display_order: integer().describe("Position among elements of the same kind, counted from 0"),
      crud_type: z.literal(crudType).describe("Type of the action: 1 create, 2 update, 3 delete, 4 copy"),
      next_status_id: internalIdOrNone().describe("New status of the item; empty for no change"),
    }),
  }))

export const changeableAction = () => ({
  operation: z.enum(OPERATIONS_OF_ACTIONS).optional().describe("Type of the action: new, update, delete or copy"),
  name: nameInput().optional().describe("Name of the action, in the world's language or by language"),
  display_id: optionalId().describe("Display ID of the action; generated if the request omits it"),
  set_status: z.string().optional().describe("Display or internal ID of the new status; empty for no change"),
  roles: z
    .array(z.string())
    .optional()
    .describe("Display IDs or r_ids of the roles that may run the action; ADMIN is always added"),
  is_status_action: z.boolean().optional().describe("Whether the action is available only in the status of status_id"),
  status_id: optionalId().describe("Display or internal ID of the status; empty for no status"),
  description: z.string().optional().describe("Explanatory text"),
  action_field_settings: z
    .array(
      body({
        field_id: z.string().describe("Display or internal ID of the field"),
        ...requestShape(ACTION_FIELD),
      }),
    )
    .optional()
    .describe("How the action treats the fields"),
})

export const actionsAnswer = listAnswer(() => ({
  workspace_id: internalId().describe("Internal ID of the workspace"),
  project_id: internalId().describe("Internal ID of the application"),
  datastore_id: internalId().describe("Internal ID of the datastore"),
  action_id: internalId().describe("Display ID or a_id of the action"),
  display_id: displayId().describe("Display ID, chosen on the service's screens"),
  name: z.string().describe("Name of the action"),
  operation: z.enum(OPERATIONS_OF_ACTIONS).describe("Type of the action: new, update, delete or copy"),
  set_status: z.string().describe("Display or internal ID of the new status; empty for no change"),
  status_id: z.string().optional().describe("Display or internal ID of the status; empty for no status"),
  is_status_action: z.boolean().describe("Whether the action is available only in the status of status_id"),
}))

export const newActionsAnswer = listOperations("1")

export const updateActionsAnswer = listOperations("2")

export const inputFieldsAnswer = answerOf(() => ({
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
}))

export const actionSettingsAnswer = answerOf(() => ({
  workspace_id: internalId().describe("Internal ID of the workspace"),
  project_id: internalId().describe("Internal ID of the application"),
  datastore_id: internalId().describe("Internal ID of the datastore"),
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
}))
